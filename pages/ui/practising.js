// 练习桌: taps and keys at the practice table. The table is plain HTML; this tells the server which act was meant.
//
// A finger taps a tile twice, to raise it and to let it go; a mouse, which hits what it points at, needs one click.
// The arrow keys raise a tile, Enter or Space lets it go; a digit is the button that shows it.

const WAIT_MS = 4000

const tables = new WeakMap()

export default function (component) {
  const { parentElement, setTriggerValue } = component
  const [data] = component.data
  let table = tables.get(parentElement)
  if (!table) {
    table = new Table()
    tables.set(parentElement, table)
  }
  table.send = setTriggerValue
  table.receive(data)
  return () => table.rest()
}

class Table {
  constructor() {
    this.at = null
    this.sent = 0
    this.onClick = event => this.click(event)
    this.onKey = event => this.key(event)
  }

  receive(data) {
    if (data.at !== this.at) this.sent = 0
    this.at = data.at
    this.words = data.words
    this.faces ??= data.faces.map(address => {
      const face = new Image()
      face.src = address
      return face
    })
    this.rest()
    document.addEventListener("click", this.onClick)
    document.addEventListener("keydown", this.onKey)
  }

  rest() {
    document.removeEventListener("click", this.onClick)
    document.removeEventListener("keydown", this.onKey)
  }

  tiles() {
    return [...document.querySelectorAll(".wm-practice .own button.piece:not(:disabled)")]
  }

  raised() {
    return document.querySelector(".wm-practice .own .piece.raised")
  }

  act(element) {
    const word = element.dataset.act
    // One act a turn: what is tapped until the server has answered would be meant for the next one.
    if (!word || Date.now() - this.sent < WAIT_MS) return
    this.sent = Date.now()
    element.classList.add("sent")
    this.send("act", { word, at: this.at })
  }

  raise(tile) {
    for (const other of document.querySelectorAll(".wm-practice .piece.raised")) {
      other.classList.remove("raised")
      other.removeAttribute("aria-pressed")
      other.querySelector(".flag")?.remove()
    }
    for (const other of document.querySelectorAll(".wm-practice .deeds .looked")) other.classList.remove("looked")
    if (!tile) return
    tile.classList.add("raised")
    tile.setAttribute("aria-pressed", "true")
    const flag = document.createElement("span")
    flag.className = "flag"
    flag.textContent = tile.dataset.act ? this.words.again : this.words.choose
    tile.append(flag)
    for (const deed of document.querySelectorAll(`.wm-practice .deeds [data-of="${tile.dataset.kind}"]`)) {
      deed.classList.add("looked")
    }
  }

  click(event) {
    const deed = event.target.closest?.(".wm-practice .deeds [data-act]")
    if (deed) {
      this.act(deed)
      return
    }
    const tile = event.target.closest?.(".wm-practice .own button.piece:not(:disabled)")
    if (!tile) {
      this.raise(null)
      return
    }
    // event.detail is 0 for a click by keyboard
    const mouse = event.detail > 0 && matchMedia("(hover: hover) and (pointer: fine)").matches
    if (tile.dataset.act && (mouse || tile.classList.contains("raised"))) this.act(tile)
    else this.raise(tile.classList.contains("raised") ? null : tile)
  }

  key(event) {
    if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    const within = event.target.closest?.("input, textarea, select, [contenteditable], [role=radiogroup], [role=dialog], [role=listbox], [role=combobox]")
    if (within || !document.querySelector(".wm-practice")) return
    if (/^[0-9]$/.test(event.key)) {
      const deed = document.querySelector(`.wm-practice .deeds [data-key="${event.key}"]`)
      if (deed) {
        event.preventDefault()
        this.act(deed)
      }
      return
    }
    const tiles = this.tiles()
    if (!tiles.length) return
    const raised = tiles.indexOf(this.raised())
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step) {
      event.preventDefault()
      const from = raised < 0 ? (step > 0 ? -1 : tiles.length) : raised
      const next = tiles[(from + step + tiles.length) % tiles.length]
      this.raise(next)
      next.focus({ preventScroll: true })
      return
    }
    const control = event.target.closest?.("button, a, summary")
    if ((event.key === "Enter" || event.key === " ") && raised >= 0 && (!control || tiles.includes(control))) {
      event.preventDefault()
      this.act(tiles[raised])
    } else if (event.key === "Escape") {
      this.raise(null)
    }
  }
}
