import type { Page } from '@playwright/test'
import { startDemo } from './support/demo.ts'
import { watchReads } from './support/reads.ts'
import { expectScreen, openScreen, screens } from './support/screens.ts'
import { expect, onOwnServer, startSession } from './support/test.ts'

/** Slow answers: the screen that was asked for is there at once, as a frame whose parts stay where they are when the answers come. */

const test = onOwnServer(undefined, startDemo)
test.describe.configure({ timeout: 300_000 })

interface Part {
  readonly name: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The parts of a screen in the window: its title, cards, tables with their header and first rows, and the search. */
const partsOf = (page: Page): Promise<Part[]> =>
  page.evaluate(() => {
    const kinds = {
      title: 'h1',
      search: '[class~="lg:w-72"]',
      card: '.rounded-card:not(.rounded-card .rounded-card)',
      heading: 'section > header h2',
      header: '.data-table th',
      row: '.data-table tbody tr:nth-child(-n+4)',
    }
    const isPhone = innerWidth < 768
    return Object.entries(kinds).flatMap(([kind, selector]) =>
      // The screen before stays in the page for a moment, hidden.
      [...document.querySelectorAll(`main :is(${selector})`)]
        .filter((element) => element.checkVisibility())
        .flatMap((element, index) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          if (y >= innerHeight || width < 2) return []
          // Words and the cards of a phone have a length of their own, and a card that reaches below the window a height.
          const hasWidth = kind !== 'title' && kind !== 'heading'
          const hasHeight = y + height < innerHeight && !(isPhone && kind === 'row')
          if (isPhone && (kind === 'header' || (kind === 'row' && index > 0))) return []
          const [left, top, wide, high] = [x, y, hasWidth ? width : 0, hasHeight ? height : 0].map(Math.round)
          return [{ name: `${kind} ${index + 1}`, x: left!, y: top!, width: wide!, height: high! }]
        }),
    )
  })

/** Asserts that each part of the frame is where the frame had it. There may be fewer rows and cards than were promised. */
function expectSamePlaces(frame: readonly Part[], screen: readonly Part[]): void {
  const places = new Map(screen.map((part) => [part.name, part]))
  const both = frame.flatMap((before) => {
    const after = places.get(before.name)
    return after === undefined ? [] : [{ before, after }]
  })
  expect(both.length).toBeGreaterThan(1)
  // Words decide the width of buttons, in fractions of a pixel.
  const isMoved = ({ before, after }: (typeof both)[number]) =>
    (['x', 'y', 'width', 'height'] as const).some((side) => Math.abs(before[side] - after[side]) > 1)
  expect.soft(both.filter(isMoved)).toEqual([])
}

/** The screen asked for is there, as a frame, and nothing of the one before. */
async function expectFrame(page: Page, heading: string): Promise<Part[]> {
  await expect(page.locator('main h1:visible')).toHaveText([heading])
  await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toHaveCount(1)
  const title = heading === 'Latest Orders' ? 'Orders' : heading.replace(' Management', '')
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(title)
  await expect(page).toHaveTitle(new RegExp(`^${title} · `))
  expect(await page.locator('main .animate-pulse:visible').count()).toBeGreaterThan(3)
  return partsOf(page)
}

/** How far anything moved since the last call, without what a press has moved. */
const shiftOf = (page: Page) =>
  page.evaluate(() => {
    const watch = globalThis as { shifts?: PerformanceObserver; shift?: number }
    watch.shifts ??= new PerformanceObserver(() => {})
    const moved = watch.shifts.takeRecords().reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0)
    watch.shifts.observe({ type: 'layout-shift' })
    return moved
  })

for (const [width, height] of [
  [400, 800],
  [1_024, 768],
  [1_440, 900],
] as const)
  test(`at ${width} px the frame of each screen has its parts where they stay`, async ({ page, keydesk }) => {
    await page.setViewportSize({ width, height })
    const reads = await watchReads(page)
    await startSession(page, keydesk)
    // The list of a new shop is put away: it would push the other parts out of the window.
    await page.addInitScript(() => localStorage.setItem('setup-put-away', 'yes'))
    await page.clock.install()

    let now = 0
    const checkFrame = async (heading: string, ask: () => Promise<unknown>) => {
      // Jumps ahead: a new document may be behind the time that was controlled before.
      now = Math.max(now, await page.evaluate(() => Date.now())) + 60_000
      await page.clock.pauseAt(now)
      reads.hold()
      await ask()
      await page.clock.runFor(200)
      const early = await expectFrame(page, heading)
      await page.clock.runFor(800)
      expect(await expectFrame(page, heading)).toEqual(early)
      await shiftOf(page)
      await reads.settle('answered')
      await expect(async () => {
        await page.clock.runFor(100)
        expect(await page.getByRole('status').filter({ hasText: 'Loading...' }).count()).toBe(0)
      }).toPass({ intervals: [50], timeout: 60_000 })
      await expectScreen(page, new RegExp(`^${heading}`))
      await page.clock.runFor(1_000)
      expectSamePlaces(early, await partsOf(page))
      expect.soft(await shiftOf(page)).toBe(0)
      await page.clock.resume()
    }
    // A screen that was open before is drawn at once.
    await page.goto('/discord')
    await expectScreen(page, 'Discord')
    for (const { entry, heading } of screens)
      await test.step(entry, async () => {
        if (entry === 'Discord') {
          await page.goto('/')
          await expectScreen(page, 'Dashboard')
        }
        await checkFrame(heading, async () => {
          if (width < 768) await page.getByRole('button', { name: 'Toggle sidebar' }).click()
          await openScreen(page, entry)
        })
      })
    await test.step('the Dashboard of a new shop', async () => {
      await page.goto('/discord')
      await expectScreen(page, 'Discord')
      await page.evaluate(() => localStorage.removeItem('setup-put-away'))
      await checkFrame('Dashboard', async () => {
        if (width < 768) await page.getByRole('button', { name: 'Toggle sidebar' }).click()
        await openScreen(page, 'Dashboard')
      })
      await expect(page.getByRole('list', { name: 'Set up your shop' })).toBeVisible()
    })
    await test.step('a product', async () => {
      await page.goto('/products')
      await expectScreen(page, 'Products')
      await checkFrame('Product Details', () => page.getByRole('link', { name: /Northlight/ }).click())
    })
  })
