// 跳到: what was asked for far below is shown above; the screen follows there.

let followed = null

export default function ({ data: [{ jump }] }) {
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
