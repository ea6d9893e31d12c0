import type { Browser } from '@playwright/test'
import { median } from '../load.ts'
import { sell } from '../sale.ts'
import { startFloorSite } from '../servers.ts'
import type { Result } from '../table.ts'
import { atRate, openContext, openPage, rates, type Rate } from './browser.ts'
import { writeManifest } from './floor.ts'

const limit = 1.5

/** The first paint of a customer's order page, compared with a page that has the same text and nothing else. */
export async function measureOrderPage(browser: Browser, site: { url: string; storeKey: string }, scratch: string, rounds: number) {
  const { page_url } = await sell(site.url, site.storeKey, 1)
  const { pathname } = new URL(page_url)
  const text = (await (await fetch(site.url + pathname)).text())
    .replaceAll(/<(style|script)\b.*?<\/\1>/gs, '')
    .replace(/.*<body[^>]*>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Floor</title><link rel="icon" href="data:,"></head><body><p>${text}</p></body></html>`
  await using stack = new AsyncDisposableStack()
  const floor = await startFloorSite(writeManifest(scratch, { '/bare': { type: 'text/html; charset=utf-8', body } }), scratch, scratch)
  stack.defer(floor.stop)
  const results: Result[] = []
  for (const rate of rates) {
    const [bare, real]: [number[], number[]] = [[], []]
    for (let round = 0; round < 3 * rounds; round += 1) {
      bare.push(await paintOf(browser, floor.url, '/bare', rate))
      real.push(await paintOf(browser, site.url, pathname, rate))
    }
    const value = median(real) / median(bare)
    results.push({
      ...{ work: atRate('order page, first paint', rate), value, unit: 'times a bare page', target: `≤ ${limit}`, passed: value <= limit },
      more: `${Math.round(median(real))} ms against ${Math.round(median(bare))} ms`,
    })
  }
  return results
}

/** Milliseconds from the start of the navigation. */
async function paintOf(browser: Browser, url: string, path: string, rate: Rate): Promise<number> {
  await using context = await openContext(browser, { url, token: null })
  const page = await openPage(context, rate)
  await page.goto(path)
  return await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime)
        }).observe({ type: 'paint', buffered: true })
      }),
  )
}
