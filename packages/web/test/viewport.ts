let width = 1440

/** Sets the width of the window and notifies the listeners of matchMedia. */
export function setViewportWidth(px: number): void {
  width = px
  window.dispatchEvent(new Event('resize'))
}

/** matchMedia for `(max-width: …px)`, the only media query that the tests need; others never match. */
export function matchMediaByWidth(media: string): MediaQueryList {
  const limit = Number(/max-width: ([\d.]+)px/.exec(media)?.[1] ?? Number.NaN)
  const list = new EventTarget()
  window.addEventListener('resize', () => list.dispatchEvent(new Event('change')))
  return Object.defineProperty(list, 'matches', { get: () => width <= limit }) as MediaQueryList
}
