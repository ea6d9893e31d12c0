import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { expect, test } from 'vitest'
import { chooseTheme, printLight, readTheme } from './theme.ts'

const script = readFileSync(join(import.meta.dirname, '../../public/theme.js'), 'utf8')
/** Runs the script that runs before the first paint. */
const load = () => runInThisContext(script)

test('the theme is dark unless light was chosen', () => {
  load()
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(document.documentElement.style.colorScheme).toBe('dark')

  for (const stored of ['light', 'dark', 'sepia', '']) {
    localStorage.setItem('preferred-theme', stored)
    load()
    expect(document.documentElement.dataset['theme']).toBe(stored === 'light' ? 'light' : 'dark')
  }
})

test('a choice takes effect at once and is kept for the next page', () => {
  load()
  chooseTheme('light')
  expect(readTheme()).toBe('light')
  expect(document.documentElement.style.colorScheme).toBe('light')
  document.documentElement.removeAttribute('data-theme')
  load()
  expect(readTheme()).toBe('light')
})

test('what is printed is light, and the choice stays', () => {
  printLight()
  for (const chosen of ['dark', 'light'] as const) {
    chooseTheme(chosen)
    window.dispatchEvent(new Event('beforeprint'))
    expect(readTheme()).toBe('light')
    window.dispatchEvent(new Event('afterprint'))
    expect(readTheme()).toBe(chosen)
    expect(localStorage.getItem('preferred-theme')).toBe(chosen)
  }
})
