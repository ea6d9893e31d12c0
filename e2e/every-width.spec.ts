import type { Page, TestInfo } from '@playwright/test'
import { fillAwkward } from './support/awkward.ts'
import { expectNoAxeViolationsNow, showTheme } from './support/axe.ts'
import { startDemo } from './support/demo.ts'
import { expectCalmList, expectTouchable, expectWellPlaced } from './support/geometry.ts'
import { screens } from './support/screens.ts'
import { expect, onOwnServer, startSession } from './support/test.ts'

let product = 0
const test = onOwnServer(async (keydesk) => void ({ product } = await fillAwkward(keydesk)), startDemo)

interface Place {
  readonly name: string
  readonly path: string
  /** Its content is one list. */
  readonly isList?: boolean
}

const lists = new Set<string>(['Orders', 'Notifications', 'Coupons', 'Referrals'])

/** Every screen behind the sign-in. The product is the one with awkward texts. */
const allScreens = (): Place[] => [
  ...screens.map(({ entry, path }) => ({ name: entry, path, isList: lists.has(entry) })),
  ...['pending', 'completed', 'payouts'].map((tab) => ({ name: `Referrals ${tab}`, path: `/referrals?tab=${tab}`, isList: true })),
  { name: 'Coupons filtered to nothing', path: '/coupons?q=nothing+is+called+this' },
  { name: 'Product', path: '/products/1' },
  { name: 'Awkward product', path: `/products/${product}` },
  { name: 'Not found', path: '/nowhere' },
]

/** From 1,280 px on nearly all screens have one layout: its narrow and its wide end, and the width of a small laptop. */
const sizes = [
  [320, 640],
  [400, 700],
  [800, 1_000],
  [1_024, 768],
  [1_280, 800],
  [1_366, 768],
  [2_560, 1_440],
] as const

/** axe looks once at each theme: at the dark one as a phone shows it, at the light one as a desk does. */
const axeThemes = new Map([
  [400, 'dark'],
  [1_366, 'light'],
])

/** Opens the screen, and waits for its data. */
async function open(page: Page, { path }: Place): Promise<void> {
  await page.goto(path)
  await expect(page.locator('h1')).toBeAttached()
  await expect(page.getByText('Loading...').filter({ visible: true })).toHaveCount(0)
}

/** In both themes, to be looked at by a person, on request alone (CONTRIBUTING.md, Documents). */
async function keepPictures(page: Page, testInfo: TestInfo, name: string): Promise<void> {
  if (process.env['KEYDESK_PICTURES'] === undefined) return
  for (const theme of ['light', 'dark']) {
    await showTheme(page, theme)
    const file = `${name.toLowerCase().replaceAll(' ', '-')}-${page.viewportSize()!.width}-${theme}.png`
    await page.screenshot({ path: testInfo.outputPath(file) })
  }
}

/** One load of the place, at each size, and in the end with text twice as large. */
async function walk(page: Page, testInfo: TestInfo, place: Place): Promise<void> {
  const [width, height] = sizes.at(-1)!
  await page.setViewportSize({ width, height })
  await open(page, place)
  for (const [wide, high] of sizes.toReversed()) {
    await page.setViewportSize({ width: wide, height: high })
    await expectWellPlaced(page, place.name)
    if (place.isList === true) await expectCalmList(page, place.name)
    await keepPictures(page, testInfo, place.name)
    const theme = axeThemes.get(wide)
    if (theme === undefined) continue
    if (theme === 'light') await showTheme(page, theme)
    await expectNoAxeViolationsNow(page)
    if (theme === 'light') await showTheme(page, 'dark')
  }
  await page.setViewportSize({ width: 800, height: 1_000 })
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  await expectWellPlaced(page, `${place.name}, text twice as large`)
}

// Each walk is many checks, and the machine may be slow.
test.describe.configure({ timeout: 600_000 })

test('every screen fits every width, in both themes and with text twice as large, with long, empty and right-to-left data', async ({
  page,
  keydesk,
}, testInfo) => {
  await startSession(page, keydesk)
  for (const place of allScreens()) await test.step(place.name, () => walk(page, testInfo, place))
})

test('the login fits every width, in both themes and with text twice as large', async ({ page }, testInfo) => {
  for (const [name, path] of [
    ['Login', '/login'],
    ['Sign up', '/login#sign-up'],
    ['Forgotten password', '/login#forgot'],
    ['New password', '/login#reset=x'],
  ] as const)
    await test.step(name, () => walk(page, testInfo, { name, path }))
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 1_024, height: 768 } })

  test('every control is large enough for a finger', async ({ page, keydesk }) => {
    await startSession(page, keydesk)
    for (const place of allScreens())
      await test.step(place.name, async () => {
        await open(page, place)
        await expectTouchable(page, place.name)
      })
  })
})
