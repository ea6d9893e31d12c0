/** The element that a person waits for after opening an address. */
export type Wanted =
  /** A link or a table row whose text matches. */
  | { readonly is: 'row'; readonly tag: 'a' | 'tr'; readonly text: string }
  /** A text field by its label. It is usable once it keeps what is typed. */
  | { readonly is: 'field'; readonly label: string }
  /** The first button of that name after the element with that text. */
  | { readonly is: 'button'; readonly name: string; readonly after: string }

export interface Usable {
  /** Milliseconds from the start of the navigation until the paint of the first frame in which the element can be used. */
  readonly at: number
  /** Its centre. */
  readonly x: number
  readonly y: number
}

declare global {
  interface Window {
    usable: Promise<Usable>
  }
}

/**
 * Runs in the page before any other script, and checks once a frame: Playwright's own polling would be part of the figure. Usable means: in
 * the viewport, visible, not inside anything inert or hidden from screen readers, and on top at its centre.
 */
export function lookFor(wanted: Wanted): void {
  const giveUpMs = 60_000
  let typed: { readonly field: HTMLInputElement; readonly before: string } | null = null

  const centreOf = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2, isEmpty: width === 0 || height === 0 }
  }
  const isUsable = (element: Element): boolean => {
    const { x, y, isEmpty } = centreOf(element)
    if (isEmpty || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false
    if (element.closest('[inert], [aria-hidden=true]') !== null) return false
    if (element.matches(':disabled, [aria-disabled=true]')) return false
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.contains(document.elementFromPoint(x, y))
  }

  const findRow = (tag: string, text: string): Element | undefined => {
    const pattern = new RegExp(text)
    return [...document.querySelectorAll(tag)].find((element) => pattern.test(element.textContent) && isUsable(element))
  }
  /** A field is not usable yet if a script replaces or resets it after the key press. The next frame shows whether that happened. */
  const findField = (label: string): Element | undefined => {
    if (typed !== null && typed.field.isConnected && typed.field.value.length === typed.before.length + 1) return typed.field
    typed = null
    const labels = [...document.querySelectorAll('label')]
    const field = labels.find(({ textContent }) => textContent.replace(/[\s*]+$/, '') === label)?.control
    if (!(field instanceof HTMLInputElement) || field.readOnly || !isUsable(field)) return undefined
    field.focus()
    const before = field.value
    if (document.activeElement === field && document.execCommand('insertText', false, 'x')) typed = { field, before }
    return undefined
  }
  const findButton = (name: string, after: string): Element | undefined => {
    const buttons = [...document.querySelectorAll('button')].filter(
      (button) => (button.ariaLabel ?? button.textContent.trim()) === name && isUsable(button),
    )
    if (buttons.length === 0) return undefined
    const start = [...document.querySelectorAll('label, p, legend, span, h2, h3, h4')].find(
      ({ textContent }) => textContent.trim() === after,
    )
    return buttons.find((button) => start !== undefined && (start.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
  }
  const find = (): Element | undefined => {
    if (wanted.is === 'row') return findRow(wanted.tag, wanted.text)
    return wanted.is === 'field' ? findField(wanted.label) : findButton(wanted.name, wanted.after)
  }

  window.usable = new Promise((resolve, reject) => {
    const look = () => {
      const found = document.body === null ? undefined : find()
      if (found === undefined) {
        if (performance.now() < giveUpMs) requestAnimationFrame(look)
        else reject(new Error(`Never usable at ${location.pathname}: ${JSON.stringify(wanted)}`))
        return
      }
      const { x, y } = centreOf(found)
      // This frame paints it. A message that is sent before the paint arrives after it.
      const channel = new MessageChannel()
      channel.port1.addEventListener('message', () => resolve({ at: performance.now(), x, y }))
      channel.port1.start()
      channel.port2.postMessage(null)
    }
    requestAnimationFrame(look)
  })
}
