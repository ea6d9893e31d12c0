import type { Browser, BrowserContext } from '@playwright/test'
import { median } from '../load.ts'
import type { Result } from '../table.ts'
import { atRate, openContext, openPage, rates, type Rate } from './browser.ts'
import { screens, type Figure, type Screen } from './screens.ts'
import { lookFor, type Wanted } from './usable.ts'

interface Sites {
  readonly url: string
  readonly token: string
  readonly floorUrl: string
}

/** From an address to something that can be used, beside the floor of the same round. */
export async function measureLoads(browser: Browser, sites: Sites, rounds: number): Promise<Result[]> {
  const results: Result[] = []
  for (const rate of rates) {
    for (const screen of screens) {
      const floors: number[] = []
      const times = screen.figures.map((figure) => ({ figure, empty: [] as number[], filled: [] as number[] }))
      for (let round = 0; round < rounds; round += 1) {
        floors.push(await visitFloor(browser, sites.floorUrl, screen, rate))
        for (const { figure, empty, filled } of times) {
          const context = await openContext(browser, sites)
          empty.push(await visit(context, screen.path, figure.wanted, rate, figure.use))
          filled.push(await visit(context, screen.path, figure.wanted, rate, figure.use))
          await context.close()
        }
      }
      for (const { figure, empty, filled } of times) {
        const limit = figure.limits[rate === 1 ? 0 : 1]
        results.push(toResult(atRate(figure.work, rate), empty, floors, limit))
        results.push(toResult(atRate(`${figure.work}, filled cache`, rate), filled, floors, limit / 2))
      }
    }
  }
  return results
}

async function visitFloor(browser: Browser, url: string, { path, floor }: Screen, rate: Rate): Promise<number> {
  const context = await openContext(browser, { url, token: null })
  const took = await visit(context, path, floor, rate)
  await context.close()
  return took
}

async function visit(context: BrowserContext, path: string, wanted: Wanted, rate: Rate, use?: Figure['use']): Promise<number> {
  const page = await openPage(context, rate)
  await page.addInitScript(lookFor, wanted)
  await page.goto(path, { waitUntil: 'commit' })
  const usable = await page.evaluate(() => window.usable)
  await use?.(page, usable)
  await page.close()
  return usable.at
}

function toResult(work: string, times: readonly number[], floors: readonly number[], limit: number): Result {
  const value = median(times) / median(floors)
  const all = times.map((time) => Math.round(time)).join(', ')
  return {
    ...{ work, value, unit: 'times the floor', target: `≤ ${limit}`, passed: value <= limit },
    more: `${Math.round(median(times))} ms (${all}) against ${Math.round(median(floors))} ms`,
  }
}
