import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { matchMediaByWidth, setViewportWidth } from './viewport.ts'

// jsdom brings typed arrays of a realm of its own, which the server in this process would not recognise as its bytes.
const bytes = Buffer.alloc(1)
globalThis.Uint8Array = Object.getPrototypeOf(Buffer) as Uint8ArrayConstructor
globalThis.ArrayBuffer = bytes.buffer.constructor as ArrayBufferConstructor

// What browsers have and jsdom lacks. Nothing here knows of our code.
window.matchMedia = matchMediaByWidth
window.scrollTo = () => undefined
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
Element.prototype.scrollIntoView ??= () => undefined
// jsdom lays nothing out; a row has the height that its style sheet gives it.
Object.defineProperty(HTMLTableRowElement.prototype, 'offsetHeight', { get: () => 44 })
// jsdom hides popovers and cannot show them.
HTMLElement.prototype.showPopover ??= function showPopover(this: HTMLElement) {
  this.removeAttribute('popover')
}
Element.prototype.hasPointerCapture ??= () => false
Element.prototype.setPointerCapture ??= () => undefined
Element.prototype.releasePointerCapture ??= () => undefined

configure({
  // A page's first appearance compiles its lazy modules, which takes its time on a busy machine.
  asyncUtilTimeout: 10_000,
})

afterEach(() => {
  cleanup()
  setViewportWidth(1440)
  localStorage.clear()
  sessionStorage.clear()
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
  document.documentElement.removeAttribute('data-theme')
  document.documentElement.removeAttribute('style')
  document.title = ''
})
