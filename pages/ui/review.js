// 跳到: what was asked for far below is shown above, and the screen follows there. And the curve of losses: the decision
// that is looked at carries a ring, a tap leads to the decision nearest to it.
//
// Plotly tells what the pointer was over before it came down: on a screen that is touched, the tap before this one. And
// a chart that is told of another decision is drawn from the beginning, and a tap meanwhile lost. So both are done here.

const CURVE = ".st-key-review_curve_choice .js-plotly-plot"
const POINTS = `${CURVE} .points path`
const PLOT = ".nsewdrag"
const STILL = 10
const REACH = 16

let followed = null

function follow(jump) {
  const before = followed
  followed = jump
  if (before === null || jump <= before) return
  requestAnimationFrame(() => {
    const decision = document.querySelector(".wm-scene")
    if (!decision) return
    const { top, bottom } = decision.getBoundingClientRect()
    if (top < 0 || bottom > innerHeight) decision.scrollIntoView({ block: "start" })
  })
}

function within({ left, right, top, bottom }, { clientX, clientY }) {
  return clientX >= left - REACH && clientX <= right + REACH && clientY >= top - REACH && clientY <= bottom + REACH
}

// The number of the point that a pointer is nearest to, counted along the curve; null beside the curve.
function nearest(event) {
  const plot = event.target.closest?.(CURVE)?.querySelector(PLOT)
  if (!plot || !within(plot.getBoundingClientRect(), event)) return null
  const far = [...document.querySelectorAll(POINTS)].map(point => {
    const { left, right } = point.getBoundingClientRect()
    return Math.abs((left + right) / 2 - event.clientX)
  })
  return far.length ? far.indexOf(Math.min(...far)) : null
}

const curves = new WeakMap()

export default function (component) {
  const { parentElement, setTriggerValue } = component
  const [{ jump, curve, here }] = component.data
  follow(jump)
  // Streamlit calls this anew for new data, and what it returned before not until all goes away.
  const last = curves.get(parentElement)
  last?.rest()
  const shown = new Curve(curve, here, at => setTriggerValue("pointed", at))
  shown.pressed = last?.pressed ?? null
  curves.set(parentElement, shown)
  return () => curves.get(parentElement)?.rest()
}

class Curve {
  constructor(decisions, here, send) {
    this.decisions = decisions
    this.send = send
    this.pressed = null
    this.heard = {
      pointerdown: event => this.press(event),
      pointerup: event => this.release(event),
      pointercancel: () => (this.pressed = null),
    }
    for (const [name, hear] of Object.entries(this.heard)) document.addEventListener(name, hear, true)
    this.ring = document.createElement("style")
    if (here !== null) {
      const drawn = "stroke: var(--wm-text) !important; stroke-width: 3px !important; stroke-opacity: 1 !important"
      this.ring.textContent = `${POINTS}:nth-of-type(${here + 1}) { ${drawn} }`
    }
    document.head.append(this.ring)
  }

  // What is meant is what was there when the finger came down; a finger that moves on scrolls the page.
  press(event) {
    const number = event.isPrimary && event.button === 0 ? nearest(event) : null
    this.pressed = number === null ? null : { at: this.decisions[number], x: event.clientX, y: event.clientY }
  }

  release(event) {
    const { at, x, y } = this.pressed ?? {}
    this.pressed = null
    if (at !== undefined && Math.hypot(event.clientX - x, event.clientY - y) <= STILL) this.send(at)
  }

  rest() {
    for (const [name, hear] of Object.entries(this.heard)) document.removeEventListener(name, hear, true)
    this.ring.remove()
  }
}
