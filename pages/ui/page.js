// 页面: what Streamlit leaves to the document itself: its language, the theme's colours for plain HTML, and the
// address, kept in step with the position without adding to the history.

const COLOURS = [
  "primary", "background", "secondary-background", "text", "border",
  "red", "green", "orange", "red-background", "green-background", "orange-background",
  "red-text", "green-text", "orange-text",
]

export default function (component) {
  const { parentElement } = component
  const [data] = component.data
  const root = document.documentElement
  root.lang = data.lang
  const theme = getComputedStyle(parentElement.host ?? parentElement)
  for (const name of COLOURS) {
    const value = theme.getPropertyValue(`--st-${name}-color`).trim()
    if (value) root.style.setProperty(`--wm-${name}`, value)
  }
  if (data.query !== null && "?" + data.query !== (location.search || "?")) {
    const search = data.query ? "?" + data.query : ""
    history.replaceState(history.state, "", location.pathname + search + location.hash)
  }
}
