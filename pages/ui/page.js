// 页面: what Streamlit leaves to the document itself: its language, the theme's colours for plain HTML, words where it
// has none or English ones (the button that opens the menu of pages, the box for files), the address, kept in step
// with the position without adding to the history, and pages that it has lost.

const COLOURS = [
  "primary", "background", "secondary-background", "text", "border",
  "red", "green", "orange", "red-background", "green-background", "orange-background",
  "red-text", "green-text", "orange-text",
]

const MENU = '[data-testid="stExpandSidebarButton"]'
const PLACE = '[data-testid="stSidebarNavLink"]'
const SHUT = '[data-testid="stSidebarCollapseButton"] button'

const APP = '[data-testid="stApp"]'
const BODY = '[data-testid="stMainBlockContainer"] > [data-testid="stVerticalBlock"]'
const FRAME = ".st-key-controls, .st-key-browser, .st-key-document"
const PATIENCE = 500

function paint(host) {
  const theme = getComputedStyle(host)
  for (const name of COLOURS) {
    const value = theme.getPropertyValue(`--st-${name}-color`).trim()
    if (value) document.documentElement.style.setProperty(`--wm-${name}`, value)
  }
}

// What a page sends just after a link was followed reaches the server behind the wish for the next page. Streamlit then
// takes all that stands on that one away, as if the first had come back, and draws nothing: it is asked to draw anew,
// but not without end.
const TRIES = 3
let tries = 0

function isLost() {
  if (document.querySelector(APP)?.dataset.testScriptState !== "notRunning") return false
  const body = document.querySelector(BODY)
  return body !== null && [...body.children].every(each => each.matches(FRAME) || each.querySelector(FRAME))
}

function watchOver(send) {
  let timer = null
  const look = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (!isLost()) tries = 0
      else if (tries < TRIES) {
        tries += 1
        send("lost", tries)
      }
    }, PATIENCE)
  }
  const observer = new MutationObserver(look)
  const app = document.querySelector(APP)
  const body = document.querySelector(BODY)
  if (app) observer.observe(app, { attributes: true, attributeFilter: ["data-test-script-state"] })
  if (body) observer.observe(body, { childList: true })
  look() // this is built anew where the rest went away
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}

// Streamlit calls this anew for new data, and what it returned before not until all goes away.
const before = new WeakMap()

export default function (component) {
  const { parentElement } = component
  const [data] = component.data
  before.get(parentElement)?.()
  const root = document.documentElement
  const host = parentElement.host ?? parentElement
  root.lang = data.lang
  for (const [name, word] of Object.entries(data.words)) root.style.setProperty(`--wm-${name}`, JSON.stringify(word))
  document.querySelector(MENU)?.setAttribute("aria-label", data.words.menu)
  paint(host)
  // A phone may turn dark while the page is open: the theme's colours come with the classes of what the host stands in.
  const watch = new MutationObserver(() => paint(host))
  for (let place = host; place && place !== document.body; place = place.parentElement) {
    watch.observe(place, { attributes: true, attributeFilter: ["class"] })
  }
  // The menu lies over the page on a phone, and stays there after a choice if it is not closed. Seen on the way down:
  // the choice may take this component off before the click has come up again.
  const close = event => {
    if (!event.target.closest?.(PLACE) || innerWidth >= 768) return
    setTimeout(() => document.querySelector(SHUT)?.click())
  }
  document.addEventListener("click", close, true)
  const rest = watchOver(component.setTriggerValue)
  if (data.query !== null && "?" + data.query !== (location.search || "?")) {
    const search = data.query ? "?" + data.query : ""
    history.replaceState(history.state, "", location.pathname + search + location.hash)
  }
  before.set(parentElement, () => {
    rest()
    watch.disconnect()
    document.removeEventListener("click", close, true)
  })
  return () => before.get(parentElement)?.()
}
