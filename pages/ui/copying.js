// 带走结果: puts the text on the clipboard, draws the picture, opens the print dialog. All words come with the data.

const WIDTH = 720 // the picture is laid out at this width …
const SCALE = 1.5 // … and drawn so much larger
const EDGE = 36
const FONT = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "WenQuanYi Zen Hei", system-ui, sans-serif'
const INK = "#1f2622"
const SOFT = "#5b645e"
const IVORY = "#fbfaf5"
const LINE = "#dcd6c4"
const FELT = ["#16805f", "#0a5440"]
const FELT_INK = "#f3f7f2"
const GOLD = "#f2b632"
const RATIO = 1.4 // of a tile

const pictures = new WeakMap()

export default function (component) {
  const { parentElement } = component
  const [data] = component.data
  const find = name => parentElement.querySelector(name)
  const labels = data.labels
  find(".acts").setAttribute("aria-label", labels.group)
  for (const name of ["text", "picture", "print"]) find(`.acts .${name}`).textContent = labels[name]
  find(".box").setAttribute("aria-label", labels.text)
  find("figcaption").textContent = labels.hold
  // An answer that has changed takes what was said of the one before with it.
  const root = find(".copying")
  if (root.dataset.text !== data.text) {
    root.dataset.text = data.text
    find(".done").textContent = ""
    find(".box").hidden = true
    find("figure").hidden = true
  }
  find(".acts .text").onclick = () => takeText(find, data)
  find(".acts .picture").onclick = () => takePicture(find, data, root)
  find(".acts .print").onclick = () => window.print()
}

// ------------------------------------------------------------------------------------------------------ text

async function takeText(find, data) {
  const box = find(".box")
  box.value = data.text
  let copied = await toClipboard(data.text)
  if (!copied) {
    // Without https a browser has no clipboard for pages, but still the command of old.
    box.hidden = false
    box.focus()
    box.select()
    copied = document.execCommand("copy")
  }
  box.hidden = copied
  find(".done").textContent = copied ? data.labels.copied : data.labels["by-hand"]
}

async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

// --------------------------------------------------------------------------------------------------- picture

async function takePicture(find, data, root) {
  const button = find(".acts .picture")
  button.disabled = true
  try {
    const blob = await drawn(data)
    URL.revokeObjectURL(pictures.get(root))
    const url = URL.createObjectURL(blob)
    pictures.set(root, url)
    const image = find("figure img")
    image.src = url
    image.alt = data.text
    find("figure").hidden = false
    const link = document.createElement("a")
    link.href = url
    link.download = data.file
    link.click()
    find(".done").textContent = data.labels.saved
  } catch {
    find(".done").textContent = data.labels.failed
  } finally {
    button.disabled = false
  }
}

async function drawn(data) {
  const faces = await loaded(data)
  const canvas = document.createElement("canvas")
  const pen = new Brush(canvas.getContext("2d"), faces, data.laizi)
  const height = pen.sheet(data, false)
  canvas.width = WIDTH * SCALE
  canvas.height = Math.ceil(height * SCALE)
  pen.context.scale(SCALE, SCALE)
  pen.context.fillStyle = IVORY
  pen.context.fillRect(0, 0, WIDTH, height)
  pen.sheet(data, true)
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png")
  })
}

async function loaded(data) {
  const kinds = new Set([...data.rows.flatMap(row => row.groups.flat()), ...data.lines.flatMap(line => line.tiles)])
  const faces = new Map()
  await Promise.all(
    [...kinds].map(async kind => {
      const image = new Image()
      image.src = data.faces.replace("{name}", data.kinds[kind])
      await image.decode()
      faces.set(kind, image)
    }),
  )
  return faces
}

/** Lays the sheet out from the top; `ink` false only measures. */
class Brush {
  constructor(context, faces, laizi) {
    this.context = context
    this.faces = faces
    this.laizi = laizi
  }

  sheet(data, ink) {
    this.ink = ink
    const inner = WIDTH - 2 * EDGE
    let y = 30
    this.words(data.title, EDGE, y, inner, { size: 21, bold: true, colour: FELT[0] })
    const left = this.context.measureText(data.title).width + 24
    y = this.words(data.rules, EDGE + left, y, inner - left, { size: 21, colour: SOFT, right: true }) + 14
    y = this.felt(data.rows, y) + 26
    y = this.words(data.verdict, EDGE, y, inner, { size: 38, bold: true }) + 6
    for (const note of data.notes) y = this.words(note, EDGE, y, inner, { size: 22, colour: SOFT }) + 4
    y += 12
    for (const line of data.lines) y = this.line(line, y, inner)
    return y + 28
  }

  felt(rows, top) {
    const inner = WIDTH - 2 * EDGE
    const height = this.rows(rows, top + 18, false) + 18 - top
    if (this.ink) {
      const fill = this.context.createLinearGradient(0, top, 0, top + height)
      fill.addColorStop(0, FELT[0])
      fill.addColorStop(1, FELT[1])
      this.context.fillStyle = fill
      this.context.beginPath()
      this.context.roundRect(EDGE - 12, top, inner + 24, height, 18)
      this.context.fill()
      this.rows(rows, top + 18, true)
    }
    return top + height
  }

  rows(rows, top, ink) {
    const before = this.ink
    this.ink = ink
    let y = top
    let x = EDGE + 4
    rows.forEach((row, index) => {
      const size = index === 0 ? 42 : 34
      const width = this.rowWidth(row, size)
      // Short rows share a line.
      if (x > EDGE + 4 && x + width > WIDTH - EDGE) {
        x = EDGE + 4
        y += 34 * RATIO + 12
      }
      this.words(row.label, x, y + (size * RATIO - 24) / 2, 200, { size: 19, colour: FELT_INK })
      let at = x + this.labelWidth(row)
      const start = at
      for (const group of row.groups) {
        for (const kind of group) {
          if (at + size > WIDTH - EDGE) {
            at = start
            y += size * RATIO + 6
          }
          this.tile(kind, at, y, size)
          at += size + 2
        }
        at += 8
      }
      x = at + 14
      if (index === 0) {
        x = EDGE + 4
        y += size * RATIO + 12
      }
    })
    this.ink = before
    return x > EDGE + 4 ? y + 34 * RATIO : y - 12
  }

  labelWidth(row) {
    this.context.font = `400 19px ${FONT}`
    return this.context.measureText(row.label).width + 12
  }

  rowWidth(row, size) {
    const tiles = row.groups.flat().length
    return this.labelWidth(row) + tiles * (size + 2) + 8 * row.groups.length
  }

  line(line, top, inner) {
    const size = 34
    const most = Math.min(line.tiles.length, 9)
    let x = EDGE
    line.tiles.slice(0, most).forEach(kind => {
      this.tile(kind, x, top + 8, size)
      x += size + 3
    })
    const left = line.tiles.length ? x + 14 : EDGE
    const told = { size: 24, bold: false }
    const height = this.words(line.told, left, 0, EDGE + inner - left, { ...told, dry: true })
    const tall = Math.max(line.tiles.length ? size * RATIO : 0, height) + 16
    this.words(line.told, left, top + (tall - height) / 2, EDGE + inner - left, told)
    if (this.ink) {
      this.context.fillStyle = LINE
      this.context.fillRect(EDGE, top, inner, 1)
    }
    return top + tall
  }

  tile(kind, x, y, width) {
    if (!this.ink) return
    const { context } = this
    context.drawImage(this.faces.get(kind), x, y, width, width * RATIO)
    if (kind !== this.laizi) return
    context.strokeStyle = GOLD
    context.lineWidth = 2.5
    context.beginPath()
    context.roundRect(x - 0.5, y - 0.5, width + 1, width * RATIO + 1, 5)
    context.stroke()
  }

  /** Wraps `told` into `width` below `top`; returns where it ends. */
  words(told, x, top, width, { size, bold = false, colour = INK, right = false, dry = false }) {
    const { context } = this
    context.font = `${bold ? 700 : 400} ${size}px ${FONT}`
    context.textBaseline = "middle"
    context.fillStyle = colour
    let y = top
    for (const row of this.wrapped(told, width)) {
      const at = right ? x + width - context.measureText(row).width : x
      if (this.ink && !dry) context.fillText(row, at, y + size * 0.7)
      y += size * 1.4
    }
    return y
  }

  wrapped(told, width) {
    const lines = [""]
    for (const clause of told.match(/[^、，；。]*[、，；。]|[^、，；。]+/gu) ?? []) {
      // Whole clauses where they fit; else between any two Chinese characters, but within no word and no number.
      if (this.fits(clause, width)) this.append(lines, clause, width)
      else for (const part of clause.match(/[\w+−.,±%@:/-]+\s*|\s+|[^\w\s+−]/gu) ?? []) this.append(lines, part, width)
    }
    return lines
  }

  append(lines, part, width) {
    const last = lines[lines.length - 1]
    const closing = /^[、，。；：）”」]$/u.test(part)
    if (!last || closing || this.fits(last + part, width)) lines[lines.length - 1] = last + part
    else lines.push(part.trimStart())
  }

  fits(told, width) {
    return this.context.measureText(told.trimEnd()).width <= width
  }
}
