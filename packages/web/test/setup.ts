import { cleanup, configure, getConfig } from '@testing-library/react'
import { unstable_IdlePriority as idle, unstable_scheduleCallback as schedule } from 'scheduler'
import { afterEach } from 'vitest'
import { matchMediaByWidth, setViewportWidth } from './viewport.ts'

// jsdom brings typed arrays of a realm of its own, which the server in this process would not recognise as its bytes.
const bytes = Buffer.alloc(1)
globalThis.Uint8Array = Object.getPrototypeOf(Buffer) as Uint8ArrayConstructor
globalThis.ArrayBuffer = bytes.buffer.constructor as ArrayBufferConstructor

// What browsers have and jsdom lacks. Nothing here knows of our code.
window.matchMedia = matchMediaByWidth
window.scrollTo = () => undefined
globalThis.requestIdleCallback ??= (run) => Number(setTimeout(run, 0, { didTimeout: false, timeRemaining: () => 0 }))
globalThis.cancelIdleCallback ??= clearTimeout
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
Element.prototype.hasPointerCapture ??= () => false
Element.prototype.setPointerCapture ??= () => undefined
Element.prototype.releasePointerCapture ??= () => undefined

// What arrives is drawn in slices, after the rest of the screen: who has waited for one part of it goes on once it is whole.
const { asyncWrapper } = getConfig()
const drawn = () => new Promise<void>((resolve) => schedule(idle, () => resolve()))
const andDrawn = async <T>(wait: (...args: unknown[]) => Promise<T>): Promise<T> => {
  const result = await wait()
  await drawn()
  return result
}
configure({
  // A page's first appearance compiles its lazy modules, which takes its time on a busy machine.
  asyncUtilTimeout: 10_000,
  asyncWrapper: (wait) => asyncWrapper(() => andDrawn(wait)),
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
