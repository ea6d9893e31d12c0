let width = 1440

/** Makes the window this wide and tells whoever asked with matchMedia. */
export function setViewportWidth(px: number): void {
  width = px
  window.dispatchEvent(new Event('resize'))
}

/** matchMedia for `(max-width: …px)`, the one query that the app asks of a window without layout; all others do not match. */
export function matchMediaByWidth(media: string): MediaQueryList {
  const limit = Number(/max-width: ([\d.]+)px/.exec(media)?.[1] ?? Number.NaN)
  const list = new EventTarget()
  window.addEventListener('resize', () => list.dispatchEvent(new Event('change')))
  return Object.defineProperty(list, 'matches', { get: () => width <= limit }) as MediaQueryList
}
