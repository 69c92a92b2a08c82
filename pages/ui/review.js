// 跳到: what was asked for far below is shown above; the screen follows there.

const shown = new WeakMap()

export default function ({ parentElement, data: [{ jump }] }) {
  const before = shown.get(parentElement)
  shown.set(parentElement, jump)
  if (before === undefined || before === jump) return
  const decision = document.querySelector(".wm-scene")
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches
  if (!decision) return
  const { top, bottom } = decision.getBoundingClientRect()
  if (top < 0 || bottom > innerHeight) decision.scrollIntoView({ behavior: calm ? "auto" : "smooth", block: "start" })
}
