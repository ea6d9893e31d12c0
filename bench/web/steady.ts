import type { Browser } from '@playwright/test'
import { median } from '../load.ts'
import { failed, type Result } from '../table.ts'
import { atRate, openContext, openPage, rates, settle, type Rate, type Seen } from './browser.ts'

const paths = ['/login', '/', '/products', '/products/150', '/purchases/orders', '/notifications', '/coupons', '/referrals', '/discord']

const longestTaskMs = 200

interface Site {
  readonly url: string
  readonly token: string
}

/** Loads every route with an empty cache, until nothing more is fetched. Nothing may move, and no task may be long. */
export async function measureSteadiness(browser: Browser, site: Site, rounds: number): Promise<Result[]> {
  const results: Result[] = []
  for (const rate of rates) {
    for (const path of paths) {
      const work = atRate(`load of ${path}`, rate)
      const measure = async () => {
        const loads: Seen[] = []
        for (let round = 0; round < rounds; round += 1) loads.push(await load(browser, site, path, rate))
        return [toResult(work, loads, rate)]
      }
      results.push(...(await measure().catch(failed(work))))
    }
  }
  return results
}

function toResult(work: string, loads: readonly Seen[], rate: Rate): Result {
  const shift = Math.max(...loads.map((each) => each.shift))
  const longest = median(loads.map(({ longTasks }) => Math.max(0, ...longTasks)))
  const lcp = median(loads.map((each) => each.lcp))
  return {
    ...{ work, value: shift, unit: 'shift', target: rate === 1 ? '0' : `0, no task > ${longestTaskMs} ms` },
    passed: shift === 0 && (rate === 1 || longest <= longestTaskMs),
    more: `moved by ${shift.toFixed(4)}, longest task ${Math.round(longest)} ms, LCP ${Math.round(lcp)} ms`,
  }
}

async function load(browser: Browser, { url, token }: Site, path: string, rate: Rate): Promise<Seen> {
  await using context = await openContext(browser, { url, token: path === '/login' ? null : token })
  const page = await openPage(context, rate)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await settle(page)
  return await page.evaluate(() => window.seen)
}
