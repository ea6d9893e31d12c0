import { speedUpComputedStyle } from './computed-style.ts'
import { speedUpLabels } from './labels.ts'
import { matchMediaByWidth } from './viewport.ts'

// jsdom has typed arrays of its own realm, which the server in this process would not recognise as bytes.
const bytes = Buffer.alloc(1)
globalThis.Uint8Array = Object.getPrototypeOf(Buffer) as Uint8ArrayConstructor
globalThis.ArrayBuffer = bytes.buffer.constructor as ArrayBufferConstructor

// Browser features that jsdom lacks, independent of our code.
window.matchMedia = matchMediaByWidth
window.scrollTo = () => undefined
speedUpComputedStyle(window)
speedUpLabels(window)
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
// jsdom has no layout, so the style sheets of libraries have no effect, but matching them with each element takes half of a test's time.
new MutationObserver(() => document.head.querySelectorAll('style').forEach((sheet) => sheet.remove())).observe(document.head, {
  childList: true,
})
Element.prototype.scrollIntoView ??= () => undefined
// jsdom has no layout, so rows get the height of their style sheet.
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
