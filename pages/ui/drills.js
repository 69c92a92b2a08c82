// 训练: taps and keys of a drill. Question and answers are plain HTML; this marks what is chosen and tells the server.
//
// A tap or a key chooses; the same once more, Enter or the button answers. Where several are to be chosen each tap
// takes one in or out, and a suit's letter names the row that the digits belong to. Enter goes on to the next question.

const WAIT_MS = 4000
const TICK_MS = 250

const drills = new WeakMap()

export default function (component) {
  const { parentElement, setTriggerValue } = component
  const [data] = component.data
  let drill = drills.get(parentElement)
  if (!drill) {
    drill = new Drill()
    drills.set(parentElement, drill)
  }
  drill.send = setTriggerValue
  drill.receive(data)
  return () => drill.rest()
}

class Drill {
  constructor() {
    this.at = null
    this.sent = 0
    this.row = "m"
    this.onClick = event => this.click(event)
    this.onKey = event => this.key(event)
  }

  receive(data) {
    if (data.at !== this.at) {
      this.at = data.at
      this.since = Date.now()
      this.row = "m"
      this.looked = null
    }
    this.sent = 0
    this.words = data.words
    this.rest()
    document.addEventListener("click", this.onClick)
    document.addEventListener("keydown", this.onKey)
    this.timer = setInterval(() => this.tick(), TICK_MS)
    this.tick()
  }

  rest() {
    clearInterval(this.timer)
    document.removeEventListener("click", this.onClick)
    document.removeEventListener("keydown", this.onKey)
  }

  // The question is drawn by another part of the page, now and then a moment later than this is told of it.
  get asked() {
    const found = document.querySelector(".wm-drill")
    return found && found.dataset.at === this.at ? found : null
  }

  get open() {
    return this.asked?.dataset.state === "asked"
  }

  get several() {
    return this.asked?.dataset.several === "yes"
  }

  answers() {
    return [...(this.asked?.querySelectorAll("[data-answer]") ?? [])]
  }

  chosen() {
    return this.answers().filter(each => each.getAttribute("aria-pressed") === "true")
  }

  tick() {
    this.over()
    const asked = this.asked
    if (!asked) return
    if (this.looked !== asked) {
      this.looked = asked
      this.mark()
      this.show()
    }
    const clock = asked.querySelector(".clock")
    if (!clock || !this.open) return
    const left = Math.ceil(Number(clock.dataset.limit) - (Date.now() - this.since) / 1000)
    clock.textContent = left > 0 ? this.words.left.replace("{n}", left) : this.words.late
    clock.classList.toggle("late", left <= 0)
  }

  // A new question, or what is said of an answer, is to be seen from its top.
  show(part = this.asked) {
    const { top } = part.getBoundingClientRect()
    if (top < 0 || top > innerHeight * 0.6) part.scrollIntoView({ block: "start" })
  }

  // So is how the round went.
  over() {
    const round = document.querySelector(".wm-round")
    if (round && this.looked !== round) {
      this.looked = round
      this.show(round)
    }
  }

  mark() {
    for (const row of this.asked?.querySelectorAll(".row") ?? []) {
      row.classList.toggle("typed", row.dataset.row === this.row)
    }
    const button = this.asked?.querySelector("[data-do=answer]")
    if (button) button.disabled = !this.chosen().length
  }

  choose(answer) {
    const was = answer.getAttribute("aria-pressed") === "true"
    if (!this.several) {
      if (was) {
        this.give()
        return
      }
      for (const other of this.answers()) other.setAttribute("aria-pressed", "false")
    }
    answer.setAttribute("aria-pressed", String(!was))
    this.mark()
  }

  once() {
    // What is tapped until the server has answered would be meant for what comes next.
    if (Date.now() - this.sent < WAIT_MS) return false
    this.sent = Date.now()
    return true
  }

  give() {
    const given = this.chosen().map(each => each.dataset.answer)
    if (given.length && this.open && this.once()) this.send("given", { at: this.at, given })
  }

  next() {
    if (this.asked && !this.open && this.once()) this.send("next", { at: this.at })
  }

  click(event) {
    const button = event.target.closest?.(".wm-drill button")
    if (!button || !this.asked?.contains(button)) return
    if (button.dataset.do === "next") this.next()
    else if (!this.open) return
    else if (button.dataset.do === "answer") this.give()
    else if (button.dataset.answer) this.choose(button)
  }

  key(event) {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || !this.asked) return
    const within = event.target.closest?.("input, textarea, select, [contenteditable], [role=radiogroup], [role=dialog], [role=listbox], [role=combobox]")
    if (within) return
    if (event.key === "Enter") {
      const control = event.target.closest?.("button, a, summary")
      if (control && !this.asked.contains(control)) return
      event.preventDefault()
      if (!this.open) this.next()
      else if (this.chosen().length) this.give()
      else if (control?.dataset.answer) this.choose(control)
      return
    }
    if (!this.open) return
    const pressed = event.key.toLowerCase()
    if (this.several && "mpsz".includes(pressed)) {
      this.row = pressed
      this.mark()
    }
    const wanted = this.several ? pressed + this.row : pressed
    const answer = this.answers().find(each => each.dataset.key === wanted)
    if (answer) {
      event.preventDefault()
      this.choose(answer)
    }
  }
}
