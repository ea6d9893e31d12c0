import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import journeys from '../../e2e/playwright.config.ts'

/** The journeys' browser, started as they start it. */
export const openBrowser = (): Promise<Browser> => chromium.launch(journeys.use?.launchOptions)

/** What a page tells of itself; moments and lengths in milliseconds. */
export interface Seen {
  /** Largest contentful paint, since the navigation began. */
  lcp: number
  /** The sum of the layout's shifts. */
  shift: number
  readonly longTasks: number[]
  /** From each input to the next paint. */
  readonly interactions: number[]
}

declare global {
  interface Window {
    seen: Seen
  }
}

/** A fresh profile, signed in where there is a token: nothing is cached, as on a first visit. */
export async function openContext(browser: Browser, token: string | null, baseURL: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
  await context.addInitScript(watch)
  if (token !== null) {
    await context.addInitScript(
      ([key, user]) => {
        localStorage.setItem('token', key!)
        localStorage.setItem('user', user!)
      },
      [token, JSON.stringify({ id: 1, username: 'admin', email: 'admin@example.com' })],
    )
  }
  return context
}

/** Slows the page's processor down by so many times. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Opens an address, and waits until the app shows all of it and has fetched nothing for half a second. */
export async function openAndSettle(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForFunction(() => {
    const isShown = document.querySelector('.shell') === null && !document.body.textContent.includes('Loading...')
    const fetched = performance.getEntriesByType('resource').map((entry) => (entry as PerformanceResourceTiming).responseEnd)
    return isShown && performance.now() - Math.max(...fetched) > 500
  })
}

/** Runs in the page before anything else. */
function watch(): void {
  const seen: Seen = { lcp: 0, shift: 0, longTasks: [], interactions: [] }
  window.seen = seen
  const observe = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })
  observe('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime))
  observe('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean }
    if (!shift.hadRecentInput) seen.shift += shift.value
  })
  observe('longtask', (entry) => seen.longTasks.push(entry.duration))
  observe(
    'event',
    (entry) => {
      if ((entry as PerformanceEntry & { readonly interactionId: number }).interactionId > 0) seen.interactions.push(entry.duration)
    },
    { durationThreshold: 16 },
  )
}
