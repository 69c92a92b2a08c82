// 浏览器存储: named texts in this browser's localStorage. Knows nothing of what the texts say but the revision in them.
//
// A text is written only over the one that the session knows of: the server names the revision that its change
// grew from (`base`). Where another tab has written meanwhile, that text stays and is sent instead (`refused`).
// What the server can't read it never writes over, unless a person has said so: then it is kept beside (`aside`).

const PREFIX = "wuhan-mahjong/"
const ASIDE = "/aside"
const PATIENCE = 3000
const LONGEST_PATIENCE = 60000

let keeper = null

export default function (component) {
  const [data] = component.data
  // A connection that was lost may come back as another session: everything is read anew for it.
  if (keeper?.session !== data.session) {
    keeper?.rest()
    keeper = new Keeper(data.session)
  }
  keeper.send = component.setTriggerValue
  keeper.listen()
  keeper.receive(data)
  const mine = keeper
  return () => mine.rest()
}

function head(text) {
  try {
    const { revision, by } = JSON.parse(text)
    return Number.isSafeInteger(revision) ? { revision, by } : null
  } catch {
    return null
  }
}

class Keeper {
  constructor(session) {
    this.session = session
    this.page = ""
    this.known = new Map()
    this.written = new Map()
    this.setAside = new Map()
    this.seq = 0
    this.outbox = {}
    this.unanswered = new Map()
    this.again = 0
    this.patience = PATIENCE
    this.onStorage = event => {
      if (event.storageArea === localStorage) this.lookAgain()
    }
    this.onSight = () => document.visibilityState === "visible" && this.lookAgain()
  }

  listen() {
    window.addEventListener("storage", this.onStorage)
    document.addEventListener("visibilitychange", this.onSight)
  }

  rest() {
    clearTimeout(this.again)
    window.removeEventListener("storage", this.onStorage)
    document.removeEventListener("visibilitychange", this.onSight)
  }

  receive(data) {
    this.page = data.page
    this.seq = Math.max(this.seq, data.ack)
    // What was on its way while its page was left is lost: it is sent again until the server has taken it.
    if (data.ack >= this.seq) this.patience = PATIENCE
    this.takeBack(data.ack)
    for (const [name, write] of Object.entries(data.writes)) {
      if (write.revision > (this.written.get(name) ?? 0)) this.write(name, write)
    }
    for (const name of data.names) if (!this.known.has(name)) this.report(name, "seen")
    this.flush()
  }

  // Tabs in the background may not be told that another has written.
  lookAgain() {
    for (const [name, text] of this.known) {
      if (this.read(name).text !== text) this.report(name, "seen")
    }
    this.flush()
  }

  read(name) {
    try {
      return { text: localStorage.getItem(PREFIX + name), state: "seen" }
    } catch {
      return { text: null, state: "failed" }
    }
  }

  report(name, state) {
    const found = this.read(name)
    this.known.set(name, found.text)
    this.outbox[name] = { text: found.text, state: found.state === "failed" ? "failed" : state }
  }

  write(name, { revision, base, text, aside }) {
    this.written.set(name, revision)
    const stored = this.read(name).text
    const before = stored === null ? null : head(stored)
    const mayGo = aside > (this.setAside.get(name) ?? 0)
    this.setAside.set(name, aside)
    if (stored !== null && !mayGo && before?.by !== this.session && before?.revision !== base) {
      this.report(name, "refused")
      return
    }
    try {
      if (mayGo && stored !== null) localStorage.setItem(PREFIX + name + ASIDE, stored)
      if (text === null) localStorage.removeItem(PREFIX + name)
      else localStorage.setItem(PREFIX + name, text)
      this.known.set(name, text)
    } catch {
      this.known.set(name, stored)
      this.outbox[name] = { text: stored, state: "failed" }
    }
  }

  // Streamlit drops what waits while something else is asked for, and draws nothing that would tell of it.
  takeBack(ack) {
    for (const [name, { seq, entry }] of this.unanswered) {
      if (seq > ack) this.outbox[name] ??= entry
    }
    this.unanswered.clear()
    clearTimeout(this.again)
  }

  flush() {
    if (!Object.keys(this.outbox).length) return
    this.seq += 1
    clearTimeout(this.again)
    this.again = setTimeout(() => {
      this.patience = Math.min(2 * this.patience, LONGEST_PATIENCE)
      this.takeBack(0)
      this.flush()
    }, this.patience)
    this.send("report", { session: this.session, seq: this.seq, page: this.page, names: this.outbox })
    for (const [name, entry] of Object.entries(this.outbox)) this.unanswered.set(name, { seq: this.seq, entry })
    this.outbox = {}
  }
}
