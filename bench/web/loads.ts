import type { BrowserContext } from '@playwright/test'
import { median } from '../load.ts'
import { failed, type Result } from '../table.ts'
import { atRate, openPage, openProfile, rates, settle, type Rate } from './browser.ts'
import { screens, type Figure, type Screen } from './screens.ts'
import { lookFor, type Wanted } from './usable.ts'

interface Sites {
  readonly url: string
  readonly token: string
  readonly floorUrl: string
}

/** From an address to a usable element, compared with the floor of the same round. */
export async function measureLoads(sites: Sites, rounds: number): Promise<Result[]> {
  const results: Result[] = []
  for (const rate of rates) {
    for (const screen of screens) {
      for (const figure of screen.figures) {
        results.push(...(await measureFigure(sites, screen, figure, rate, rounds).catch(failed(atRate(figure.work, rate)))))
      }
    }
  }
  return results
}

async function measureFigure(sites: Sites, screen: Screen, figure: Figure, rate: Rate, rounds: number): Promise<Result[]> {
  const [floors, empty, filled]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    floors.push(await visitFloor(sites.floorUrl, screen, rate))
    await using context = await openProfile(sites)
    empty.push(await visit(context, screen.path, figure.wanted, rate, figure.use))
    filled.push(await visit(context, screen.path, figure.wanted, rate, figure.use))
  }
  const limit = figure.limits[rate === 1 ? 0 : 1]
  return [
    toResult(atRate(figure.work, rate), empty, floors, limit),
    toResult(atRate(`${figure.work}, filled cache`, rate), filled, floors, null),
  ]
}

async function visitFloor(url: string, { path, floor }: Screen, rate: Rate): Promise<number> {
  await using context = await openProfile({ url, token: null })
  return await visit(context, path, floor, rate)
}

async function visit(context: BrowserContext, path: string, wanted: Wanted, rate: Rate, use?: Figure['use']): Promise<number> {
  const page = await openPage(context, rate)
  await page.addInitScript(lookFor, wanted)
  await page.goto(path, { waitUntil: 'commit' })
  const usable = await page.evaluate(() => window.usable)
  await use?.(page, usable)
  // The browser stores compiled code once the page is at rest.
  await settle(page)
  await page.close()
  return usable.at
}

function toResult(work: string, times: readonly number[], floors: readonly number[], limit: number | null): Result {
  const value = median(times) / median(floors)
  const all = times.map((time) => Math.round(time)).join(', ')
  return {
    ...{ work, value, unit: 'times the floor', target: limit === null ? '' : `≤ ${limit}`, passed: limit === null || value <= limit },
    more: `${Math.round(median(times))} ms (${all}) against ${Math.round(median(floors))} ms`,
  }
}
