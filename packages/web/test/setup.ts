import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterEach } from 'vitest'
import { loadingDialog } from '../src/kit/feedback/lazy-part.tsx'
import './like-a-browser.ts'
import { setViewportWidth } from './viewport.ts'

/** Prints the page only when the message is read: a waiting query fails many times before it finds its element. */
function getElementError(message: string | null, container: Element): Error {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  Object.defineProperty(error, 'message', { configurable: true, get: () => `${message}\n\n${prettyDOM(container)}` })
  Error.captureStackTrace(error, getElementError)
  return error
}

// Compiling the code of a dialog takes longer than a browser takes to load it.
loadingDialog.delayMs = 10_000

configure({
  // The first render of a page compiles its lazy modules, which is slow on a busy machine.
  asyncUtilTimeout: 10_000,
  getElementError,
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
