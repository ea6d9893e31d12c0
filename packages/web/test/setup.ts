import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import './like-a-browser.ts'
import { setViewportWidth } from './viewport.ts'

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
