// 选牌: the tile picker. Knows no rules: which tile becomes laizi and which are gang tiles comes with the data.
//
// The state lives here, one per parent element, so that taps never wait for the server. It is sent as a whole,
// 150 ms after the last tap, with the server's revision that it grew from (`base`) and its own number (`seq`).
// A hand that is written instead of tapped goes with the same report; the server reads it.
// What comes back is taken over only if the server itself changed the position (`revision` rose) or nothing
// was tapped since; an older echo never overwrites newer taps.

const DEBOUNCE_MS = 150
const UNDO_DEPTH = 200
const FULL = 14
const SUITS = "mpsz"
const NEEDS = { chi: 3, peng: 3, chong_gang: 4, xu_gang: 4, an_gang: 4 }

const pickers = new WeakMap()

export default function (component) {
  const { parentElement, setTriggerValue } = component
  const [data] = component.data
  const root = parentElement.querySelector(".picker")
  let picker = pickers.get(parentElement)
  // A page that starts over while it is being drawn takes a component off and puts it back, tiles and all.
  if (picker?.root !== root) {
    picker = new Picker(root)
    pickers.set(parentElement, picker)
  }
  picker.send = setTriggerValue
  picker.receive(data)
  return () => picker.rest()
}

function element(tag, className, text) {
  const made = document.createElement(tag)
  if (className) made.className = className
  if (text !== undefined) made.textContent = text
  if (tag === "button") made.type = "button"
  return made
}

function filled(template, values) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole))
}

function notation(kinds) {
  let text = ""
  for (let suit = 0; suit < 4; suit += 1) {
    const ranks = kinds.filter(kind => Math.floor(kind / 9) === suit).map(kind => (kind % 9) + 1)
    if (ranks.length) text += ranks.sort().join("") + SUITS[suit]
  }
  return text
}

class Picker {
  constructor(root) {
    this.root = root
    this.find = name => root.querySelector("." + name)
    this.session = null
    this.base = -1
    this.seq = 0
    this.timer = null
    this.owing = false
    this.past = []
    this.mode = "hand"
    this.choice = {
      laizi: "indicator", owner: 0, meld: "peng", source: 3, zone: "discards", giver: 3, robbed: "no",
    }
    this.spread = false
    this.said = ""
    this.unfolded = false
    this.writing = false
    this.focused = 0
    this.typed = ""
    root.addEventListener("keydown", event => this.onKey(event))
  }

  rest() {
    this.owing = this.timer !== null
    this.cancel()
  }

  cancel() {
    clearTimeout(this.timer)
    this.timer = null
  }

  sendSoon() {
    this.cancel()
    this.owing = false
    this.timer = setTimeout(() => {
      this.timer = null
      this.send("taps", this.report())
    }, DEBOUNCE_MS)
  }

  // ------------------------------------------------------------------------------------- server and state

  receive(data) {
    this.data = data
    const fresh = data.session !== this.session
    if (fresh || data.revision > this.base) {
      if (fresh) this.past = []
      else if (JSON.stringify(this.state) !== JSON.stringify(data.state)) this.remember()
      this.session = data.session
      this.base = data.revision
      this.seq = data.ack
      this.state = structuredClone(data.state)
      this.said = ""
      this.writing = false
      this.owing = false
      this.cancel()
    }
    if (this.owing) this.sendSoon()
    this.draw()
  }

  get answered() {
    return this.data.ack === this.seq && this.data.revision === this.base
  }

  remember() {
    this.past.push(JSON.stringify(this.state))
    if (this.past.length > UNDO_DEPTH) this.past.shift()
  }

  change(next) {
    this.remember()
    this.state = next
    this.said = ""
    this.changed()
  }

  changed() {
    this.seq += 1
    this.sendSoon()
    this.writing = false
    this.draw()
  }

  report() {
    return { session: this.session, base: this.base, seq: this.seq, state: this.state }
  }

  write(text) {
    if (!this.writing) return
    this.cancel()
    this.seq += 1
    this.send("written", { ...this.report(), text })
  }

  say(key, values = {}) {
    this.said = filled(this.data.labels[key], values)
    this.find("say").textContent = this.said
  }

  undo() {
    const before = this.past.pop()
    if (before === undefined) return
    this.state = JSON.parse(before)
    this.said = ""
    this.changed()
  }

  clear() {
    const next = structuredClone(this.state)
    next.hand = []
    next.visible = []
    next.indicator = null
    next.laizi = null
    next.offer = null
    next.players = next.players.map(() => ({ melds: [], gangs: [], drops: 0, discards: [] }))
    this.mode = "hand"
    this.change(next)
  }

  // --------------------------------------------------------------------------------------- what is known

  laiziOf(state) {
    return state.indicator === null ? state.laizi : this.data.laizi_of[state.indicator]
  }

  gangTilesOf(state) {
    return state.indicator === null ? this.data.gang_honours : this.data.gang_tiles_of[state.indicator]
  }

  copiesOf(meld) {
    if (meld.kind === "chi") return meld.tiles
    return meld.tiles.flatMap(kind => Array(NEEDS[meld.kind]).fill(kind))
  }

  seen(state) {
    const counts = Array(34).fill(0)
    const add = kind => (counts[kind] += 1)
    state.hand.forEach(add)
    state.visible.forEach(add)
    if (state.indicator !== null) add(state.indicator)
    if (state.offer !== null) add(state.offer.tile)
    const laizi = this.laiziOf(state)
    for (const player of state.players) {
      player.gangs.forEach(add)
      player.discards.forEach(add)
      player.melds.forEach(meld => this.copiesOf(meld).forEach(add))
      if (laizi !== null) counts[laizi] += player.drops
    }
    return counts
  }

  me() {
    return this.state.players[this.data.seat]
  }

  seatOf(relative) {
    return (this.data.seat + relative) % 4
  }

  /** Tiles of the hand, each meld counted as three; a tile on offer takes the place of the one to be drawn. */
  size(state) {
    return state.hand.length + 3 * state.players[this.data.seat].melds.length + (state.offer === null ? 0 : 1)
  }

  fits(state) {
    return this.seen(state).every(count => count <= 4) && this.size(state) <= FULL
  }

  // ------------------------------------------------------------------------------- what a tap would make

  /** The state after tapping `kind` in the current mode, or the label key of what forbids it. */
  after(kind) {
    const next = structuredClone(this.state)
    if (this.mode === "hand") {
      if (this.size(next) >= FULL) return "full"
      next.hand.push(kind)
    } else if (this.mode === "indicator") {
      if (this.choice.laizi === "indicator") {
        next.indicator = kind
        next.laizi = null
      } else {
        if (this.data.gang_honours.includes(kind)) return "not_laizi"
        next.laizi = kind
        next.indicator = null
      }
    } else if (this.mode === "offer") {
      next.offer = null
      if (this.size(next) >= FULL) return "full"
      const robbed = this.choice.robbed === "yes"
      const source = this.seatOf(this.choice.giver)
      const added = next.players[source].melds.some(meld => meld.kind === "peng" && meld.tiles[0] === kind)
      if (robbed && !added) return "no_peng"
      next.offer = { tile: kind, source, robbed }
    } else if (this.mode === "melds") {
      return this.withMeld(next, kind)
    } else if (this.mode === "pond") {
      const problem = this.letGo(next, next.players[this.seatOf(this.choice.owner)], kind)
      if (problem) return problem
    } else {
      next.visible.push(kind)
    }
    return this.fits(next) ? next : "none_left"
  }

  /** A gang tile that is discarded is a gang, a laizi is dropped; both may be laid down as a gang. */
  letGo(next, player, kind) {
    const laizi = this.laiziOf(next)
    const gangs = this.gangTilesOf(next).includes(kind)
    if (this.choice.zone === "gangs") {
      if (kind !== laizi && !gangs) return "only_gang_tiles"
      player.gangs.push(kind)
    } else if (kind === laizi) player.drops += 1
    else if (gangs) player.gangs.push(kind)
    else player.discards.push(kind)
    return null
  }

  withMeld(next, kind) {
    const { owner, meld } = this.choice
    const seat = this.seatOf(owner)
    const player = next.players[seat]
    if (kind === this.laiziOf(next) || this.gangTilesOf(next).includes(kind)) return "no_special"
    let tiles = [kind]
    if (meld === "chi") {
      if (kind >= 27 || kind % 9 > 6) return "no_run"
      tiles = [kind, kind + 1, kind + 2]
      const special = [...this.gangTilesOf(next), this.laiziOf(next)]
      if (tiles.some(tile => special.includes(tile))) return "no_special"
    }
    const relative = meld === "chi" ? (owner + 3) % 4 : this.choice.source
    const made = { kind: meld, tiles, source: meld === "an_gang" ? null : this.seatOf(relative) }
    const peng = player.melds.findIndex(each => each.kind === "peng" && each.tiles[0] === kind)
    if (meld === "xu_gang" && peng >= 0) {
      player.melds[peng] = { ...player.melds[peng], kind: "xu_gang" }
    } else {
      if (player.melds.length >= 4) return "four_melds"
      player.melds.push(made)
    }
    if (owner === 0) this.takeFromHand(next, this.copiesOf(made))
    return this.fits(next) ? next : "none_left"
  }

  /** Take a new meld's tiles out of the hand where they must have come from it: too many tiles else. */
  takeFromHand(next, tiles) {
    for (const tile of tiles) {
      const at = next.hand.lastIndexOf(tile)
      if (at >= 0 && (this.size(next) > FULL || this.seen(next)[tile] > 4)) next.hand.splice(at, 1)
    }
  }

  tap(kind) {
    if (this.mode === "indicator" && this.choice.laizi === "indicator" && kind === this.state.indicator) {
      this.change({ ...structuredClone(this.state), indicator: null, laizi: null })
      return
    }
    const next = this.after(kind)
    if (typeof next === "string") {
      this.say(next, { tile: this.data.names[kind], who: this.data.labels.who[this.choice.giver] })
      return
    }
    if (this.mode === "indicator" || this.mode === "offer") this.mode = "hand"
    this.change(next)
  }

  takeOut(index) {
    const next = structuredClone(this.state)
    next.hand.splice(index, 1)
    this.change(next)
  }

  edit(alter) {
    const next = structuredClone(this.state)
    alter(next)
    this.change(next)
  }

  // ------------------------------------------------------------------------------------------- drawing

  draw() {
    const root = this.root
    if (!this.built) this.build()
    root.lang = this.data.lang
    if (this.mode === "offer" && !this.data.offers) this.mode = "hand"
    this.drawHead()
    this.drawTray()
    this.drawRows()
    this.drawTable()
    this.drawModes()
    this.drawChoices()
    this.drawKeys()
    this.drawFold()
    this.drawBox()
    this.find("say").textContent = this.said
    this.find("told").textContent = this.answered ? this.data.told : ""
  }

  build() {
    this.built = true
    const keys = this.find("keys")
    this.keys = Array.from({ length: 34 }, (_, kind) => {
      const key = element("button", "key")
      key.dataset.tile = String((kind % 9) + 1) + SUITS[Math.floor(kind / 9)]
      key.append(this.image(kind), element("span", "left"))
      key.onclick = () => {
        this.focused = kind
        this.tap(kind)
      }
      keys.append(key)
      return key
    })
    this.acts = ["undo", "clear"].map(name => {
      const act = element("button", "act " + name)
      act.onclick = () => this[name]()
      return act
    })
    this.unfold = element("button", "act unfold")
    this.unfold.onclick = () => {
      this.unfolded = true
      this.draw()
      this.keys[this.focused].focus()
    }
    keys.append(this.unfold, ...this.acts)
    this.find("spread").onclick = () => {
      this.spread = !this.spread
      this.draw()
    }
    const box = this.find("box")
    box.oninput = () => (this.writing = true)
    box.onchange = () => this.write(box.value)
    box.onkeydown = event => {
      event.stopPropagation()
      if (event.key === "Enter" && !event.isComposing) this.write(box.value)
    }
  }

  /** The hand as text; what a person is writing there is left alone until it is taken over or a tile is tapped. */
  drawBox() {
    const { labels } = this.data
    const box = this.find("box")
    this.find("written").querySelector("span").textContent = labels.write
    box.placeholder = labels.write_example
    box.title = labels.write_help
    if (!this.writing) box.value = notation(this.state.hand)
  }

  /** On a narrow screen a full hand folds the tiles away, so that the answer is in sight; see the style sheet. */
  drawFold() {
    const full = this.size(this.state) >= this.data.fold_at && this.mode === "hand"
    if (!full) this.unfolded = false
    this.root.classList.toggle("full", full)
    this.root.classList.toggle("fold", full && !this.unfolded)
    this.unfold.textContent = this.data.labels.unfold
  }

  image(kind) {
    const image = element("img")
    const name = kind < 0 ? "back" : String((kind % 9) + 1) + SUITS[Math.floor(kind / 9)]
    image.src = this.data.faces.replace("{name}", name)
    image.alt = ""
    image.width = 60
    image.height = 84
    image.draggable = false
    return image
  }

  small(kind) {
    const tile = element("span", "small")
    tile.append(this.image(kind))
    return tile
  }

  drawHead() {
    const { labels, names } = this.data
    const head = this.find("head")
    const kept = head.contains(this.active()) && this.active().classList.contains("slot")
    const laizi = this.laiziOf(this.state)
    const slot = element("button", "slot")
    slot.setAttribute("aria-label", labels.set_indicator)
    if (this.state.indicator === null) slot.textContent = "+"
    else {
      slot.classList.add("filled")
      slot.append(this.small(this.state.indicator))
      slot.title = names[this.state.indicator]
    }
    slot.onclick = () => this.setMode("indicator")
    const turned = element("span", "mark")
    turned.append(element("span", "", labels.indicator), slot)
    head.replaceChildren(turned)
    if (laizi !== null) {
      const mark = element("span", "mark")
      const tile = this.small(laizi)
      tile.classList.add("laizi")
      tile.dataset.laizi = this.keys[laizi].dataset.tile
      mark.append(element("span", "", labels.laizi), tile)
      mark.title = names[laizi]
      head.append(mark)
    }
    const gang = element("span", "mark")
    gang.append(element("span", "", labels.gang), ...this.gangTilesOf(this.state).map(kind => this.small(kind)))
    head.append(gang)
    const count = element("span", "count", filled(labels.count, { n: this.size(this.state), full: FULL }))
    head.append(count)
    if (kept) slot.focus()
  }

  active() {
    return this.root.getRootNode().activeElement
  }

  drawTray() {
    const { labels, names, advice } = this.data
    const tray = this.find("tray")
    const children = [...tray.children]
    const focus = children.indexOf(this.active())
    const laizi = this.laiziOf(this.state)
    const gang = this.gangTilesOf(this.state)
    const rank = kind => (kind === laizi ? -1 : gang.includes(kind) ? 100 + kind : kind)
    const order = this.state.hand.map((_, index) => index)
    order.sort((a, b) => rank(this.state.hand[a]) - rank(this.state.hand[b]) || a - b)
    const advised = this.answered && advice && this.state.offer === null ? advice.tile : null
    // The last copy of the advised tile is lifted, so that only one is.
    const lifted = order.findLastIndex(index => this.state.hand[index] === advised)
    const tiles = order.map((index, place) => {
      const kind = this.state.hand[index]
      const tile = element("button", "tile")
      tile.append(this.image(kind))
      tile.dataset.tile = this.keys[kind].dataset.tile
      tile.setAttribute("aria-label", filled(labels.take_out, { tile: names[kind] }))
      tile.title = names[kind]
      this.mark(tile, kind)
      if (place === lifted) {
        tile.classList.add("advised")
        tile.append(element("span", "flag", advice.flag))
      }
      tile.onclick = () => this.takeOut(index)
      return tile
    })
    if (this.state.offer !== null) tiles.push(this.offered(this.state.offer))
    const slots = Math.max(FULL - 3 * this.me().melds.length - tiles.length, 0)
    const ghosts = Array.from({ length: slots }, () => element("span", "ghost"))
    tray.setAttribute("aria-label", labels.hand)
    tray.replaceChildren(...tiles, ...ghosts)
    if (focus >= 0 && tiles.length) tiles[Math.min(focus, tiles.length - 1)].focus()
  }

  /** Another player's tile, apart from the hand; its flag says what to do with it, once that is known. */
  offered({ tile: kind, source, robbed }) {
    const { labels, names, advice } = this.data
    const who = labels.who[(source - this.data.seat + 4) % 4]
    const told = filled(labels.offered[robbed ? "yes" : "no"], { who })
    const tile = element("button", "tile offered")
    tile.append(this.image(kind), element("span", "whose", told))
    tile.dataset.tile = this.keys[kind].dataset.tile
    tile.setAttribute("aria-label", filled(labels.take_out, { tile: `${told} ${names[kind]}` }))
    tile.title = `${told} ${names[kind]}`
    this.mark(tile, kind)
    if (this.answered && advice) {
      tile.classList.add("advised")
      tile.append(element("span", "flag", advice.flag))
    }
    tile.onclick = () => this.edit(next => (next.offer = null))
    return tile
  }

  mark(target, kind) {
    const laizi = kind === this.laiziOf(this.state)
    const gang = this.gangTilesOf(this.state).includes(kind)
    target.classList.toggle("laizi", laizi)
    target.querySelector(".badge")?.remove()
    if (laizi) target.append(element("span", "badge", this.data.labels.laizi_mark))
    else if (gang) target.append(element("span", "badge gang", this.data.labels.gang_mark))
  }

  drawRows() {
    const { labels } = this.data
    const rows = (this.spread ? [0] : [0, 1, 2, 3]).map(relative => this.playerRow(relative)).filter(Boolean)
    if (this.state.visible.length) {
      const row = element("div", "row seen")
      row.append(element("span", "who", labels.seen))
      row.append(this.pile("", this.state.visible, (next, index) => next.visible.splice(index, 1)))
      rows.push(row)
    }
    this.find("rows").replaceChildren(...rows)
  }

  playerRow(relative) {
    const { labels } = this.data
    const seat = this.seatOf(relative)
    const groups = [...this.meldGroups(seat), ...this.pondGroups(seat)]
    if (this.spread) groups.push(this.adder("melds", relative), this.adder("pond", relative))
    if (!groups.length) return null
    const row = element("div", "row player" + relative)
    row.append(element("span", "who", labels.who[relative]), ...groups)
    return row
  }

  meldGroups(seat) {
    return this.state.players[seat].melds.map((meld, index) => this.meldGroup(meld, seat, index))
  }

  pondGroups(seat) {
    const { labels } = this.data
    const player = this.state.players[seat]
    const groups = []
    if (player.gangs.length)
      groups.push(this.pile(labels.gangs, player.gangs, (next, i) => next.players[seat].gangs.splice(i, 1)))
    const laizi = this.laiziOf(this.state)
    if (player.drops && laizi !== null)
      groups.push(
        this.pile(labels.drops, Array(player.drops).fill(laizi), next => (next.players[seat].drops -= 1)),
      )
    if (player.discards.length)
      groups.push(
        this.pile(labels.discards, player.discards, (next, i) => next.players[seat].discards.splice(i, 1)),
      )
    return groups
  }

  // ----------------------------------------------------------------------------------------- the table

  /** 桌面: the three others around the table, each zone with a way to add to it; folded until wanted. */
  drawTable() {
    const { labels } = this.data
    const button = this.find("spread")
    button.textContent = labels.table
    button.setAttribute("aria-expanded", String(this.spread))
    const table = this.find("table")
    table.hidden = !this.spread
    if (!this.spread) {
      table.replaceChildren()
      return
    }
    const focus = [...table.querySelectorAll("button")].indexOf(this.active())
    const middle = element("div", "middle")
    const left = this.answered ? this.data.wall : "…"
    middle.append(
      element("span", "wall", filled(labels.wall, { n: left })),
      element("span", "", this.seatName(0)),
    )
    table.replaceChildren(...[2, 3, 1].map(relative => this.place(relative)), middle)
    if (focus >= 0) [...table.querySelectorAll("button")][focus]?.focus()
  }

  /** 我 · 东家 庄 */
  seatName(relative) {
    const { labels, dealer } = this.data
    const seat = this.seatOf(relative)
    return [labels.who[relative], labels.winds[seat], ...(seat === dealer ? [labels.dealer] : [])].join(" · ")
  }

  place(relative) {
    const seat = this.seatOf(relative)
    const place = element("div", "place place" + relative)
    place.append(element("span", "who", this.seatName(relative)))
    const adders = [this.adder("melds", relative), this.adder("pond", relative)]
    for (const groups of [this.meldGroups(seat), this.pondGroups(seat), adders]) {
      const zone = element("div", "zone")
      zone.append(...groups)
      if (groups.length) place.append(zone)
    }
    return place
  }

  /** Has the next taps go to one player's melds or discards. */
  adder(mode, relative) {
    const { labels } = this.data
    const zone = labels.mode[mode]
    const button = element("button", "adder", "+ " + zone)
    button.setAttribute("aria-label", filled(labels.add, { who: labels.who[relative], zone }))
    button.setAttribute("aria-pressed", String(this.mode === mode && this.choice.owner === relative))
    button.onclick = () => {
      this.choice.owner = relative
      this.setMode(mode)
      this.find("bar").scrollIntoView({ block: "nearest" })
    }
    return button
  }

  meldGroup(meld, seat, index) {
    const { labels, names } = this.data
    const group = element("button", "group meld")
    const from = meld.source === null ? "" : "·" + labels.who[(meld.source - this.data.seat + 4) % 4]
    const hidden = meld.kind === "an_gang" && seat !== this.data.seat && !meld.tiles.length
    const tiles = hidden ? [-1, -1, -1, -1] : this.copiesOf(meld)
    group.append(element("span", "what", labels.meld[meld.kind] + from), ...tiles.map(kind => this.small(kind)))
    const name = hidden ? "" : tiles.map(kind => names[kind]).join(" ")
    group.setAttribute("aria-label", filled(labels.take_out, { tile: labels.meld[meld.kind] + " " + name }))
    group.onclick = () => this.edit(next => next.players[seat].melds.splice(index, 1))
    return group
  }

  pile(label, kinds, remove) {
    const { labels, names } = this.data
    const group = element("span", "group")
    if (label) group.append(element("span", "what", label))
    kinds.forEach((kind, index) => {
      const tile = element("button", "small")
      tile.append(this.image(kind))
      tile.setAttribute("aria-label", filled(labels.take_out, { tile: names[kind] }))
      tile.onclick = () => this.edit(next => remove(next, index))
      group.append(tile)
    })
    return group
  }

  setMode(mode) {
    this.mode = mode
    this.said = ""
    this.draw()
  }

  drawModes() {
    const { labels } = this.data
    const bar = this.find("modes")
    bar.setAttribute("aria-label", labels.modes)
    const modes = Object.entries(labels.mode).filter(([mode]) => mode !== "offer" || this.data.offers)
    this.radios(bar, modes, this.mode, mode => this.setMode(mode))
  }

  /** Radio buttons: one tab stop, arrows move; an unchanged set is updated in place and keeps its focus. */
  radios(group, options, chosen, choose) {
    const wanted = options.map(([value]) => String(value)).join()
    if (group.dataset.options !== wanted) {
      group.dataset.options = wanted
      group.querySelectorAll("button").forEach(button => button.remove())
      options.forEach(() => group.append(element("button")))
    }
    group.setAttribute("role", "radiogroup")
    const buttons = [...group.querySelectorAll("button")]
    options.forEach(([value, label], index) => {
      const button = buttons[index]
      const checked = String(value) === String(chosen)
      button.textContent = label
      button.dataset.value = String(value)
      button.setAttribute("role", "radio")
      button.setAttribute("aria-checked", String(checked))
      button.tabIndex = checked ? 0 : -1
      button.onclick = () => choose(value)
      button.onkeydown = event => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
        if (!step) return
        event.preventDefault()
        event.stopPropagation()
        const to = (index + step + options.length) % options.length
        choose(options[to][0])
        group.querySelectorAll("button")[to]?.focus()
      }
    })
  }

  drawChoices() {
    const { labels } = this.data
    const rows = []
    if (this.mode === "indicator") rows.push(["laizi", labels.laizi_choice, Object.entries(labels.laizi_by)])
    const who = labels.who.map((name, relative) => [relative, name])
    if (this.mode === "offer") {
      rows.push(["giver", labels.source, [3, 2, 1].map(relative => who[relative])])
      rows.push(["robbed", labels.kind, Object.entries(labels.robbed)])
    }
    if (this.mode === "melds") {
      rows.push(["owner", labels.owner, who])
      rows.push(["meld", labels.kind, Object.entries(labels.meld)])
      if (this.choice.source === this.choice.owner) this.choice.source = (this.choice.owner + 3) % 4
      if (!["chi", "an_gang"].includes(this.choice.meld))
        rows.push(["source", labels.source, [3, 2, 1, 0].map(r => who[r]).filter(([r]) => r !== this.choice.owner)])
    }
    if (this.mode === "pond") {
      rows.push(["owner", labels.owner, who])
      rows.push(["zone", labels.kind, Object.entries(labels.zone)])
    }
    const box = this.find("choices")
    const hint = this.hint()
    const wanted = JSON.stringify([rows.map(([name, , options]) => [name, options]), hint])
    if (box.dataset.wanted !== wanted) {
      box.dataset.wanted = wanted
      const chips = rows.map(([name, label]) => {
        const row = element("div", "chips " + name)
        row.append(element("span", "", label))
        row.setAttribute("aria-label", label)
        return row
      })
      box.replaceChildren(...chips, ...(hint ? [element("p", "hint", hint)] : []))
    }
    rows.forEach(([name, , options]) => {
      this.radios(box.querySelector("." + name), options, this.choice[name], value => {
        this.choice[name] = value
        this.said = ""
        this.draw()
      })
    })
    this.drawHidden(box)
  }

  /** Another player's 暗杠 lies face down: it may be told without its tile. */
  drawHidden(box) {
    const wanted = this.mode === "melds" && this.choice.meld === "an_gang" && this.choice.owner !== 0
    let button = box.querySelector(".hidden")
    if (!wanted) button?.remove()
    if (!wanted || button) return
    button = element("button", "hidden")
    button.append(this.small(-1), element("span", "", this.data.labels.hidden))
    button.onclick = () => {
      const seat = this.seatOf(this.choice.owner)
      if (this.state.players[seat].melds.length >= 4) this.say("four_melds")
      else this.edit(next => next.players[seat].melds.push({ kind: "an_gang", tiles: [], source: null }))
    }
    box.querySelector(".meld").append(button)
  }

  hint() {
    const { labels } = this.data
    if (this.mode === "indicator") return labels.hint[this.choice.laizi]
    if (this.mode === "melds") return labels.hint[this.choice.meld === "chi" ? "chi" : "meld"]
    return labels.hint[this.mode] ?? ""
  }

  drawKeys() {
    const { labels, names } = this.data
    const seen = this.seen(this.state)
    this.find("keys").setAttribute("aria-label", labels.keys)
    this.keys.forEach((key, kind) => {
      const left = Math.max(4 - seen[kind], 0)
      const open =
        typeof this.after(kind) !== "string" || (this.mode === "indicator" && kind === this.state.indicator)
      key.setAttribute("aria-disabled", String(!open))
      key.classList.toggle("spent", left === 0)
      key.setAttribute("aria-label", filled(labels.left, { tile: names[kind], n: left }))
      key.title = names[kind]
      key.tabIndex = kind === this.focused ? 0 : -1
      key.querySelector(".left").textContent = left < 4 ? String(left) : ""
      this.mark(key, kind)
    })
    const [undo, clear] = this.acts
    undo.textContent = labels.undo
    clear.textContent = labels.clear
    undo.setAttribute("aria-disabled", String(!this.past.length))
  }

  // ------------------------------------------------------------------------------------------ keyboard

  onKey(event) {
    if (event.isComposing || event.altKey) return
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z") {
      event.preventDefault()
      event.stopPropagation()
      this.undo()
      return
    }
    if (event.ctrlKey || event.metaKey) return
    if (event.key === "Backspace" && this.state.hand.length) {
      event.preventDefault()
      this.takeOut(this.state.hand.length - 1)
      return
    }
    if (/^[1-9]$/.test(event.key)) {
      this.typed = event.key
      return
    }
    const suit = SUITS.indexOf(event.key.toLowerCase())
    if (suit >= 0 && event.key.length === 1 && this.typed && !(suit === 3 && this.typed > "7")) {
      this.tap(suit * 9 + Number(this.typed) - 1)
      return
    }
    const at = this.keys.indexOf(this.active())
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 9, ArrowUp: -9 }[event.key]
    if (at < 0 || !step) return
    event.preventDefault()
    const to = at + step
    if (to < 0 || to > 33) return
    this.focused = to
    this.keys.forEach((key, kind) => (key.tabIndex = kind === to ? 0 : -1))
    this.keys[to].focus()
  }
}
