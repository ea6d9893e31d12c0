import type { Browser } from '@playwright/test'
import { median } from '../load.ts'
import type { Result } from '../table.ts'
import { openAndSettle, openContext, slowDown, type Seen } from './browser.ts'

interface Load extends Pick<Seen, 'lcp' | 'shift' | 'longTasks'> {
  readonly requests: number
  /** Over the wire, compressed. */
  readonly kilobytes: number
}

interface Site {
  readonly url: string
  readonly token: string
}

const routes: Readonly<Record<string, string>> = {
  '/login': '/login',
  '/': '/',
  '/products': '/products',
  '/products/{id}': '/products/500',
}

/** First loads with an empty cache, at full speed and at a quarter of it. */
export async function measureLoads(browser: Browser, site: Site, rounds: number): Promise<Result[]> {
  const results: Result[] = []
  for (const [name, path] of Object.entries(routes)) {
    for (const [rate, limit] of [
      [1, 400],
      [4, 900],
    ] as const) {
      const loads: Load[] = []
      for (let round = 0; round < rounds; round += 1) loads.push(await load(browser, site, path, rate))
      const lcp = median(loads.map((each) => each.lcp))
      const blocked = median(loads.map(({ longTasks }) => longTasks.reduce((sum, task) => sum + Math.max(0, task - 50), 0)))
      const { requests, kilobytes } = loads[0]!
      const shift = Math.max(...loads.map((each) => each.shift))
      results.push({
        ...{ work: `LCP of ${name}${rate === 1 ? '' : ', slowed 4×'}`, value: lcp, unit: 'ms', target: `< ${limit}, no shift` },
        passed: lcp < limit && shift === 0,
        more: `blocked for ${Math.round(blocked)} ms, shifted by ${shift.toFixed(3)}, ${requests} requests, ${Math.round(kilobytes)} kB with data`,
      })
    }
  }
  return results
}

async function load(browser: Browser, { url, token }: Site, path: string, rate: number): Promise<Load> {
  const context = await openContext(browser, path === '/login' ? null : token, url)
  const page = await context.newPage()
  // The browser's own process for the site is there; of the app nothing is.
  await page.goto('/health')
  await slowDown(page, rate)
  let [requests, bytes] = [0, 0]
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    requests += 1
    bytes += encodedDataLength
  })
  await openAndSettle(page, path)
  const { lcp, shift, longTasks } = await page.evaluate(() => window.seen)
  await context.close()
  return { lcp, shift, longTasks, requests, kilobytes: bytes / 1000 }
}
