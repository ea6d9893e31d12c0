import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { screens } from '../src/app/screens.ts'

/** Written by the build, which `npm test` runs first. */
const shells = JSON.parse(readFileSync(join(import.meta.dirname, '../dist/shells.json'), 'utf8')) as Record<
  string,
  { readonly expanded: string; readonly collapsed: string }
>
const draw = (html: string) => new DOMParser().parseFromString(html, 'text/html')

test.each(screens.map(({ path, title }) => [path, title] as const))('the shell of %s shows its frame and its title', (path, title) => {
  const { expanded, collapsed } = shells[path]!
  for (const html of [expanded, collapsed]) {
    const shell = draw(html)
    expect(shell.querySelectorAll('h1')).toHaveLength(1)
    expect(shell.querySelector('nav[aria-label=Breadcrumb] li[aria-current=page]')?.textContent).toBe(title)
    expect(shell.querySelectorAll('nav[aria-label=Main] a')).toHaveLength(screens.filter(({ icon }) => icon).length)
    expect(shell.querySelectorAll('script, [onclick]')).toHaveLength(0)
  }
  expect(draw(expanded).querySelector('aside')?.dataset['state']).toBe('expanded')
  expect(draw(collapsed).querySelector('aside')?.dataset['state']).toBe('collapsed')
})

test('the shell of the login page has its form, and no frame', () => {
  const shell = draw(shells['/login']!.expanded)
  expect(shell.querySelector('h1')?.textContent).toBe('Welcome back')
  expect(shell.querySelectorAll('input')).toHaveLength(2)
  expect(shell.querySelector('aside')).toBeNull()
})
