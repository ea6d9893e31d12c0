import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import journeys from '../../e2e/playwright.config.ts'

/** The browser of the journeys, started in the same way. */
export const openBrowser = (): Promise<Browser> => chromium.launch(journeys.use?.launchOptions)

/** Full speed, and the page's processor slowed down to that of a cheap phone. */
export const rates = [1, 4] as const
export type Rate = (typeof rates)[number]

export const atRate = (work: string, rate: Rate): string => (rate === 1 ? work : `${work}, slowed 4×`)

/** Measurements that a page collects about itself. Times and durations in milliseconds. */
export interface Seen {
  /** Largest contentful paint, from the start of the navigation. */
  lcp: number
  /** The sum of the layout shifts. */
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

interface Visitor {
  readonly url: string
  /** Null for a visitor who is not signed in. */
  readonly token: string | null
  /** A phone with a touch screen instead of a desktop with a mouse. */
  readonly isPhone?: boolean
}

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 400, height: 800 }, isMobile: true, hasTouch: true }

/** A private window: its cache is empty, and it stores no compiled code. */
export async function openContext(browser: Browser, visitor: Visitor): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: visitor.url, ...(visitor.isPhone === true ? phone : desktop) })
  await beginSession(context, visitor)
  return context
}

/** A new browser profile. It starts empty, and stores files and compiled code between visits, as a person's profile does. */
export async function openProfile(visitor: Visitor): Promise<BrowserContext> {
  const folder = mkdtempSync(join(tmpdir(), 'keydesk-bench-profile-'))
  const context = await chromium.launchPersistentContext(folder, { ...journeys.use?.launchOptions, baseURL: visitor.url, ...desktop })
  context.once('close', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  await beginSession(context, visitor)
  return context
}

/** The session as signing in leaves it in a browser. */
async function beginSession(context: BrowserContext, { url, token }: Visitor): Promise<void> {
  const signed = token === null ? null : { token, user: await readUser(url, token) }
  await context.addInitScript(watch)
  await context.addInitScript((session) => {
    // Remove the drafts of an earlier visit.
    localStorage.clear()
    sessionStorage.clear()
    if (session === null) return
    // The list of steps for a new shop would be above the rows.
    localStorage.setItem('setup-put-away', 'yes')
    localStorage.setItem('token', session.token)
    localStorage.setItem('user', JSON.stringify(session.user))
  }, signed)
}

async function readUser(url: string, token: string): Promise<unknown> {
  const answer = await fetch(`${url}/auth/me`, { headers: { authorization: token } })
  return ((await answer.json()) as { data: unknown }).data
}

/** A tab that has opened the server once, so that the browser's process for the site exists. Nothing of the app is loaded. */
export async function openPage(context: BrowserContext, rate: Rate): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/health')
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  return page
}

/** Waits until the page has fetched nothing for this many milliseconds, counted from the call. */
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

/** Runs in the page before any other script. */
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
