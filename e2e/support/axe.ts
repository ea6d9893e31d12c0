import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'

/** The minified build: half the size for each page to parse. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const standard: RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
const contrast: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } }

/** Everything that floats above the page. */
export const floating = '[role=dialog], [role=alertdialog], [data-radix-popper-content-wrapper]'

/** The screen, as it is now, passes WCAG 2.2 AA as far as axe can tell, in both themes. Content below an open dialog is not checked. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  const before = await themeOf(page)
  await expectNone(page, before, standard)
  await showTheme(page, otherTheme(before))
  // The themes differ only in colours, so contrast is the only other check.
  await expectNone(page, otherTheme(before), contrast)
  await showTheme(page, before)
}

/** Checks at both widths that every dialog and drawer is checked at: on a phone in the other theme, on a desktop in the current one. */
export async function expectNoAxeViolationsAtBothWidths(page: Page): Promise<void> {
  const before = await themeOf(page)
  await page.setViewportSize({ width: 400, height: 800 })
  await showTheme(page, otherTheme(before))
  await expectNone(page, otherTheme(before), standard)
  await page.setViewportSize({ width: 1440, height: 800 })
  await showTheme(page, before)
  await expectNone(page, before, standard)
}

/** Checks only the theme that the page shows now. */
export const expectNoAxeViolationsNow = async (page: Page) => expectNone(page, await themeOf(page), standard)

/** Checks only the elements that match the selector. */
export const expectNoAxeViolationsIn = async (page: Page, selector: string) => expectNone(page, await themeOf(page), standard, selector)

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme'] ?? 'dark')
const otherTheme = (theme: string) => (theme === 'dark' ? 'light' : 'dark')

async function expectNone(page: Page, theme: string, rules: RunOptions, selector?: string): Promise<void> {
  await expect.poll(() => countDimmed(page)).toBe(0)
  await waitForStillness(page)
  // Load axe into the page once. Axe's own client for Playwright injects it for each check and opens a page for the result, which takes six
  // times as long.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  // A toast may appear or disappear at any time; the contrast of its colours is checked with the tokens.
  const isCovered = (await page.locator('[role=dialog], [role=alertdialog]').filter({ visible: true }).count()) > 0
  const only = selector ?? (isCovered ? floating : undefined)
  const where = { exclude: ['[data-sonner-toaster]'], ...(only !== undefined && { include: [only] }) }
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

/** Changes the theme in place: a reload would close what is open. */
export async function showTheme(page: Page, theme: string): Promise<void> {
  await page.evaluate(async (name) => {
    localStorage.setItem('preferred-theme', name)
    document.documentElement.dataset['theme'] = name
    document.documentElement.style.colorScheme = name
    // Dispatched as if another tab had changed the theme, so that the app follows it.
    window.dispatchEvent(new StorageEvent('storage', { key: 'preferred-theme', newValue: name }))
  }, theme)
}

/** Lists that wait for their next answer. Until then they show the previous one, dimmed. */
const countDimmed = (page: Page) =>
  page
    .locator('[aria-busy=true]:not(button)')
    .evaluateAll((waiting) => waiting.filter((each) => getComputedStyle(each).opacity !== '1').length)

/** Waits until nothing moves or fades, since half-faded colours have the wrong contrast. Endless animations are ignored. */
async function waitForStillness(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const running = () =>
      document.getAnimations().filter((each) => each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Infinity)
    // The end of one animation may start another.
    for (let fades = running(); fades.length > 0; fades = running()) await Promise.allSettled(fades.map((fade) => fade.finished))
  })
}
