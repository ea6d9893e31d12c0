import type { Page, TestInfo } from '@playwright/test'
import { fillAwkward } from './support/awkward.ts'
import { expectNoAxeViolationsIn, showTheme } from './support/axe.ts'
import { allOpenings } from './support/dialogs.ts'
import { closeAll, openScreenOf, type Opening } from './support/opening.ts'
import { expectFloatingFits, expectWellPlaced } from './support/geometry.ts'
import { expect, isLong, onOwnServer, startSession } from './support/test.ts'

let product = 0
const test = onOwnServer(async (keydesk) => {
  ;({ product } = await fillAwkward(keydesk))
  // So that several products are more than are named.
  for (const name of ['Avocet', 'Bittern']) await keydesk.api('POST', '/admin/products', { name, description: '' })
})

/** Each opens at one of these, and stays open through the others. */
const sizes = [
  [1_440, 900],
  [2_560, 1_440],
  [1_920, 1_080],
  [1_366, 768],
  [1_024, 768],
  [800, 1_000],
  [400, 700],
] as const

/** axe looks once at each theme of what floats: at the light one as a desk shows it, at the dark one as a phone does. */
const axeThemes = new Map([
  [1_440, 'light'],
  [400, 'dark'],
])

const floating = '[role=dialog], [role=alertdialog], [popover]'

/** What is open fits every window. A theme is a set of colours: it moves nothing. */
async function look(page: Page, testInfo: TestInfo, { name, isPart = false, widths = () => true }: Opening): Promise<void> {
  for (const [width, height] of sizes.filter(([each]) => widths(each))) {
    await page.setViewportSize({ width, height })
    if (!isPart) await expect(page.locator(floating).last()).toBeVisible()
    await expectWellPlaced(page, name)
    if (!isPart) await expectFloatingFits(page, name)
    await keepPicture(page, testInfo, name)
    const theme = axeThemes.get(width)
    if (theme === undefined || isPart) continue
    await showTheme(page, theme)
    await expectNoAxeViolationsIn(page, floating)
    if (theme === 'light') await keepPicture(page, testInfo, name)
    await showTheme(page, 'dark')
  }
}

async function keepPicture(page: Page, testInfo: TestInfo, name: string): Promise<void> {
  if (process.env['KEYDESK_PICTURES'] === undefined) return
  const theme = await page.evaluate(() => document.documentElement.dataset['theme'])
  const file = `${name.toLowerCase().replaceAll(' ', '-')}-${page.viewportSize()!.width}-${theme}.png`
  await page.screenshot({ path: testInfo.outputPath(file) })
}

// Each walk is many looks, and the machine may be slow.
test.describe.configure({ timeout: 600_000 })

// The product page and the frame have the most to open: their walks are part of the long runs.
const walked = [...allOpenings(0).keys()].filter((screen) => isLong || !['Product', 'Frame'].includes(screen))

for (const screen of walked)
  test(`what opens on ${screen} fits every window, with long and right-to-left data`, async ({ page, keydesk }, testInfo) => {
    await startSession(page, keydesk)
    const openings = allOpenings(product).get(screen)!
    for (const opening of openings.list)
      await test.step(opening.name, async () => {
        const [width, height] = sizes.find(([each]) => opening.widths?.(each) ?? true)!
        await page.setViewportSize({ width, height })
        if (opening === openings.list[0]) await openScreenOf(page, openings)
        else if (!opening.isOnTop) await closeAll(page)
        await opening.open(page, keydesk)
        await look(page, testInfo, opening)
      })
  })
