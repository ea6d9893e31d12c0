import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What is on the screen right now, open dialogs included, passes WCAG 2.2 AA as far as axe can tell, in both themes. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  const before = await page.evaluate(() => document.documentElement.dataset['theme'] ?? 'dark')
  const other = before === 'dark' ? 'light' : 'dark'
  await expectNone(page, before, (axe) => axe.withTags(standard))
  await showTheme(page, other)
  // A theme is a set of colours: nothing else that axe looks at differs.
  await expectNone(page, other, (axe) => axe.withRules('color-contrast'))
  await showTheme(page, before)
}

/** The same in the theme that the page shows now, and in that alone. */
export async function expectNoAxeViolationsNow(page: Page): Promise<void> {
  const theme = await page.evaluate(() => document.documentElement.dataset['theme'] ?? 'dark')
  await expectNone(page, theme, (axe) => axe.withTags(standard))
}

/** The same of what matches alone: a look at a dialog does not pay for the page below it. */
export async function expectNoAxeViolationsIn(page: Page, selector: string): Promise<void> {
  const theme = await page.evaluate(() => document.documentElement.dataset['theme'] ?? 'dark')
  // Without frames there is nothing to put together on a page of axe's own.
  await expectNone(page, theme, (axe) => axe.withTags(standard).include(selector).setLegacyMode())
}

async function expectNone(page: Page, theme: string, choose: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  await waitForStillness(page)
  // A toast comes and goes at any instant; the contrast of its colours is checked with the tokens.
  const { violations } = await choose(new AxeBuilder({ page })).exclude('[data-sonner-toaster]').analyze()
  const found = violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })) }))
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
