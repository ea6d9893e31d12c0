import type { Page, TestInfo } from '@playwright/test'
import { fillAwkward } from './support/awkward.ts'
import { expectNoAxeViolationsNow, floating, showTheme } from './support/axe.ts'
import { allOpenings } from './support/dialogs.ts'
import { closeAll, openScreenOf, type Opening } from './support/opening.ts'
import { expectFloatingFits, expectWellPlaced } from './support/geometry.ts'
import { expect, onOwnServer, startSession } from './support/test.ts'

let product = 0
const test = onOwnServer(async (keydesk) => {
  ;({ product } = await fillAwkward(keydesk))
  // So that several products are more than are named.
  for (const name of ['Avocet', 'Bittern']) await keydesk.api('POST', '/admin/products', { name, description: '' })
})

// The browser's own word on a save that met another.
test.use({ allowedErrors: [/status of 409/], actionTimeout: 60_000 })

/** Each opens at the first where it exists, and stays open through the others. From 1,280 px on there is one layout: its narrow and its wide end. */
const desk = [1_366, 768] as const
const tablet = [800, 1_000] as const
const others = [
  [1_024, 768],
  [2_560, 1_080],
] as const
const phone = [400, 700] as const

/** What is open fits every window and passes axe: at a desk in the theme that is shown, on a phone in the other one. A theme is a set of colours: it moves nothing. */
async function checkSizes(page: Page, testInfo: TestInfo, { name, isPart = false, widths = () => true }: Opening): Promise<void> {
  const top = page.locator(floating).last()
  const checkAt = async ([width, height]: readonly [number, number]) => {
    if (!widths(width)) return 0
    await page.setViewportSize({ width, height })
    if (!isPart) await expect(top).toBeVisible()
    // A list is beside its button, which the new width may have moved out of the window.
    await page.evaluate(() =>
      document.querySelector('#content [aria-expanded=true][aria-haspopup=listbox]')?.scrollIntoView({ block: 'center' }),
    )
    await expectWellPlaced(page, name)
    if (!isPart) await expectFloatingFits(page, name)
    await keepPicture(page, testInfo, name)
    return isPart ? 0 : ((await top.boundingBox())?.width ?? 0)
  }
  const wide = await checkAt(desk)
  if (widths(desk[0])) await expectNoAxeViolationsNow(page)
  const narrow = await checkAt(tablet)
  // If it is equally wide on a tablet and at a desk, its width does not depend on the window.
  if (wide === 0 || wide !== narrow) for (const size of others) await checkAt(size)
  await checkAt(phone)
  if (!widths(phone[0])) return
  await showOtherTheme(page)
  await keepPicture(page, testInfo, name)
  await expectNoAxeViolationsNow(page)
}

const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme'] ?? 'dark')
const showOtherTheme = async (page: Page) => showTheme(page, (await themeOf(page)) === 'dark' ? 'light' : 'dark')

async function keepPicture(page: Page, testInfo: TestInfo, name: string): Promise<void> {
  if (process.env['KEYDESK_PICTURES'] === undefined) return
  const theme = await themeOf(page)
  const file = `${name.toLowerCase().replaceAll(' ', '-')}-${page.viewportSize()!.width}-${theme}.png`
  await page.screenshot({ path: testInfo.outputPath(file) })
}

// Each walk is many checks, and the machine may be slow.
test.describe.configure({ timeout: 600_000 })

for (const screen of allOpenings(0).keys())
  test(`what opens on ${screen} fits every window, with long and right-to-left data`, async ({ page, keydesk }, testInfo) => {
    await startSession(page, keydesk)
    // The list of a new shop moves what it is above out of the window when the width changes.
    await page.addInitScript(() => localStorage.setItem('setup-put-away', 'yes'))
    const openings = allOpenings(product).get(screen)!
    for (const [index, opening] of openings.list.entries())
      await test.step(opening.name, async () => {
        const [width, height] = opening.widths?.(desk[0]) === false ? phone : desk
        await page.setViewportSize({ width, height })
        if (index === 0) await openScreenOf(page, openings)
        else if (!opening.isOnTop) await closeAll(page)
        await opening.prepare?.(keydesk)
        await opening.open(page, keydesk)
        await checkSizes(page, testInfo, opening)
      })
  })
