import type { Browser, Locator, Page } from '@playwright/test'
import { median } from '../load.ts'
import { failed, type Result } from '../table.ts'
import { atRate, openContext, openPage, rates, settle, type Rate } from './browser.ts'
import { interactions, type Hand, type Interaction } from './interaction-list.ts'

interface Site {
  readonly url: string
  readonly token: string
}

interface Measured {
  /** The slowest input, from the input to the next paint. */
  readonly worst: number
  readonly longestTask: number
}

/** A browser does not report inputs that took less. */
const leastToldMs = 16
const longestTaskMs = 200

const hands: readonly Hand[] = [
  { isPhone: false, press: (page, target) => pressAt(target, (x, y) => pressMouse(page, x, y)) },
  { isPhone: true, press: (page, target) => pressAt(target, (x, y) => page.touchscreen.tap(x, y)) },
]

/**
 * Measures each input to the next paint, by mouse and by touch, as the first input after a load and once more, and the longest task in that
 * time.
 */
export async function measureInteractions(browser: Browser, site: Site, rounds: number): Promise<Result[]> {
  const results: Result[] = []
  for (const rate of rates) {
    for (const interaction of interactions) {
      for (const hand of hands) {
        const work = atRate(`${interaction.work}, ${hand.isPhone ? 'touch' : 'mouse'}`, rate)
        const measureHand = async () => {
          const measured: (readonly [Measured, Measured])[] = []
          for (let round = 0; round < rounds; round += 1) measured.push(await actTwice(browser, site, interaction, hand, rate))
          return [toResult(work, measured, rate)]
        }
        results.push(...(await measureHand().catch(failed(work))))
      }
    }
  }
  return results
}

async function actTwice(
  browser: Browser,
  site: Site,
  { path, ready, act, back }: Interaction,
  hand: Hand,
  rate: Rate,
): Promise<[Measured, Measured]> {
  await using context = await openContext(browser, { ...site, isPhone: hand.isPhone })
  const page = await openPage(context, rate)
  await page.goto(path)
  await settle(page)
  await ready?.(page, hand)
  const first = await measure(page, () => act(page, hand, 0))
  await back?.(page)
  // Move the pointer away from the target.
  if (!hand.isPhone) await page.mouse.move(0, 0)
  await settle(page)
  const later = await measure(page, () => act(page, hand, 1))
  return [first, later]
}

async function measure(page: Page, act: () => Promise<void>): Promise<Measured> {
  await page.evaluate(() => void (window.seen.interactions.length = window.seen.longTasks.length = 0))
  await act()
  await settle(page, 200)
  const { interactions: told, longTasks } = await page.evaluate(() => window.seen)
  return { worst: Math.max(leastToldMs, ...told), longestTask: Math.max(0, ...longTasks) }
}

function toResult(work: string, rounds: readonly (readonly [Measured, Measured])[], rate: Rate): Result {
  const first = median(rounds.map(([one]) => one.worst))
  const later = median(rounds.map(([, other]) => other.worst))
  const task = median(rounds.map(([one, other]) => Math.max(one.longestTask, other.longestTask)))
  const [value, limit] = [Math.max(first, later), rate === 1 ? 100 : 250]
  return {
    ...{ work, value, unit: 'ms to paint', target: `≤ ${limit}` },
    passed: value <= limit && (rate === 1 || task <= longestTaskMs),
    more: `first ${first}, later ${later}, longest task ${Math.round(task)} ms`,
  }
}

/** Presses without any call to the page in between: the checks of Playwright's own `click` would be part of the measurement. */
async function pressAt(target: Locator, press: (x: number, y: number) => Promise<void>): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  const page = target.page()
  const { width, height } = page.viewportSize()!
  const [x, y] = box === null ? [-1, -1] : [box.x + box.width / 2, box.y + box.height / 2]
  if (x < 0 || y < 0 || x >= width || y >= height) throw new Error(`Out of sight: ${String(target)}`)
  await press(x, y)
  // Wait until the press is painted before the next call to the page.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))))
}

/** Sends each event before the previous one is handled, as real hardware does: work that the page does on hover delays the press. */
async function pressMouse(page: Page, x: number, y: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const send = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased') =>
    session.send('Input.dispatchMouseEvent', { type, x, y, ...(type !== 'mouseMoved' && { button: 'left', clickCount: 1 }) })
  await Promise.all([send('mouseMoved'), send('mousePressed'), send('mouseReleased')])
  await session.detach()
}
