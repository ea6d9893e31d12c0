import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'

/** Half as long as the one with comments, which each page would have to read. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const standard: RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
const contrast: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } }

/** What is on the screen right now, open dialogs included, passes WCAG 2.2 AA as far as axe can tell, in both themes. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  const before = await page.evaluate(() => document.documentElement.dataset['theme'] ?? 'dark')
  const other = before === 'dark' ? 'light' : 'dark'
  await expectNone(page, before, standard)
  await showTheme(page, other)
  // A theme is a set of colours: nothing else that axe looks at differs.
  await expectNone(page, other, contrast)
  await showTheme(page, before)
}

/** The same at both widths that every dialog and drawer is checked at. */
export async function expectNoAxeViolationsAtBothWidths(page: Page): Promise<void> {
  for (const width of [400, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoAxeViolations(page)
  }
}

/** The same in the theme that the page shows now, and in that alone. */
export async function expectNoAxeViolationsNow(page: Page): Promise<void> {
  const theme = await page.evaluate(() => document.documentElement.dataset['theme'] ?? 'dark')
  await expectNone(page, theme, standard)
}

/** The same of what matches alone: a look at a dialog does not pay for the page below it. */
export async function expectNoAxeViolationsIn(page: Page, selector: string): Promise<void> {
  const theme = await page.evaluate(() => document.documentElement.dataset['theme'] ?? 'dark')
  await expectNone(page, theme, standard, selector)
}

/** Of what matches, the contrast of the colours alone: in the second theme nothing else that axe looks at differs. */
export async function expectContrastIn(page: Page, selector: string): Promise<void> {
  const theme = await page.evaluate(() => document.documentElement.dataset['theme'] ?? 'dark')
  await expectNone(page, theme, contrast, selector)
}

async function expectNone(page: Page, theme: string, rules: RunOptions, selector?: string): Promise<void> {
  await waitForStillness(page)
  // In the page itself, where axe is put once: axe's own client for Playwright does it anew each time and opens a page for the result, which takes six times the work.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  // A toast comes and goes at any instant; the contrast of its colours is checked with the tokens.
  const where = { exclude: ['[data-sonner-toaster]'], ...(selector !== undefined && { include: [selector] }) }
  const found = await page.evaluate(
    async ([place, options]) => {
      const { axe: inPage } = globalThis as unknown as { axe: typeof axe }
      const { violations } = await inPage.run(place, { ...options, resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })) }))
    },
    [where, rules] as const,
  )
  expect(found, `${theme} theme of ${page.url()}`).toEqual([])
}

/** Applied in place: a reload would close what is open. */
export async function showTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate(async (name) => {
    localStorage.setItem('preferred-theme', name)
    document.documentElement.dataset['theme'] = name
    document.documentElement.style.colorScheme = name
    // As if another tab had changed it, so that what follows the theme in the app follows it here.
    window.dispatchEvent(new StorageEvent('storage', { key: 'preferred-theme', newValue: name }))
  }, theme)
}

/** Waits until nothing moves or fades: half-way through, colours have the contrast of neither end. What repeats for ever is not waited for. */
async function waitForStillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = () =>
      document.getAnimations().filter((each) => each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity)
    // The end of one may be the start of another.
    for (let fades = running(); fades.length > 0; fades = running()) await Promise.allSettled(fades.map((fade) => fade.finished))
  })
}
