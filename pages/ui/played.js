// 走一步: a tap on an action of the table tells the server which one, and of which position.

const listeners = new WeakMap()

export default function ({ parentElement, data, setTriggerValue }) {
  const [{ at }] = data
  const before = listeners.get(parentElement)
  if (before) document.removeEventListener("click", before)
  const listen = event => {
    const button = event.target.closest?.("[data-play]")
    if (button) setTriggerValue("played", { name: button.dataset.play, at })
  }
  listeners.set(parentElement, listen)
  document.addEventListener("click", listen)
  return () => document.removeEventListener("click", listeners.get(parentElement))
}
