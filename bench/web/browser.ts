import { chromium, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
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

/** Opens an address, and waits until the app shows all of it and is done with fetching. */
export async function openAndSettle(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForFunction(() => document.querySelector('.shell') === null && !document.body.textContent.includes('Loading...'))
  await settle(page)
}

/** Waits until the page has fetched nothing for so many milliseconds, counted from now on. */
export async function settle(page: Page, quietMs = 500): Promise<void> {
  await page.evaluate(
    (quiet) =>
      new Promise<void>((resolve) => {
        let since = performance.now()
        new PerformanceObserver((list) => {
          for (const { entryType, startTime, duration } of list.getEntries())
            if (entryType === 'resource') since = Math.max(since, startTime + duration)
        }).observe({ type: 'resource', buffered: true })
        const look = () => (performance.now() - since > quiet ? resolve() : setTimeout(look, 20))
        look()
      }),
    quietMs,
  )
}

/** Puts the pointer on something, as a person does a moment before the click: what that asks for has come when this answers. */
export async function rest(page: Page, target: Locator): Promise<void> {
  await target.hover()
  await settle(page, 200)
}

/** Clicks where the pointer rests. Unlike a locator's click it asks nothing of the page, which would be part of what is measured. */
export async function click(page: Page): Promise<void> {
  await page.mouse.down()
  await page.mouse.up()
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
