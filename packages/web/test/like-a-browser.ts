import { answerQuickly } from './computed-style.ts'
import { labelQuickly } from './labels.ts'
import { matchMediaByWidth } from './viewport.ts'

// jsdom brings typed arrays of a realm of its own, which the server in this process would not recognise as its bytes.
const bytes = Buffer.alloc(1)
globalThis.Uint8Array = Object.getPrototypeOf(Buffer) as Uint8ArrayConstructor
globalThis.ArrayBuffer = bytes.buffer.constructor as ArrayBufferConstructor

// What browsers have and jsdom lacks. Nothing here knows of our code.
window.matchMedia = matchMediaByWidth
window.scrollTo = () => undefined
answerQuickly(window)
labelQuickly(window)
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.IntersectionObserver ??= class {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}
// jsdom lays nothing out, so the style sheets that libraries put in say nothing; to match them with each element takes half of a test's time.
new MutationObserver(() => document.head.querySelectorAll('style').forEach((sheet) => sheet.remove())).observe(document.head, {
  childList: true,
})
Element.prototype.scrollIntoView ??= () => undefined
// jsdom lays nothing out; a row has the height that its style sheet gives it.
Object.defineProperty(HTMLTableRowElement.prototype, 'offsetHeight', { get: () => 44 })
// jsdom hides popovers and cannot show them.
HTMLElement.prototype.showPopover ??= function showPopover(this: HTMLElement) {
  this.removeAttribute('popover')
}
HTMLElement.prototype.hidePopover ??= function hidePopover(this: HTMLElement) {
  this.setAttribute('popover', 'manual')
}
Element.prototype.hasPointerCapture ??= () => false
Element.prototype.setPointerCapture ??= () => undefined
Element.prototype.releasePointerCapture ??= () => undefined
