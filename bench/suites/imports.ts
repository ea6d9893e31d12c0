import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { median } from '../load.ts'
import { callerOf, startKeydesk, type Call } from '../servers.ts'
import type { Result } from '../table.ts'
import { openBrowser, openContext } from '../web/browser.ts'

const lines = 200_000
const longestTaskMs = 200

interface Site {
  readonly url: string
  readonly token: string
}

interface Round {
  /** From choosing the file until its counts are shown. */
  readonly previewed: number
  readonly stored: number
  readonly previewTask: number
  readonly storeTask: number
  /** From the press of Cancel while a file is read, to the next paint. */
  readonly cancel: number
}

/** Imports a file of 200,000 lines in a real browser, and measures how long a person waits and how long the page is blocked. */
export async function imports(scratch: string, { rounds }: { rounds: number }): Promise<Result[]> {
  const folder = join(scratch, 'imports')
  mkdirSync(folder, { recursive: true })
  await using stack = new AsyncDisposableStack()
  const server = await startKeydesk(folder)
  stack.defer(server.stop)
  const { admin, token } = await callerOf(server, folder)
  const browser = stack.use(await openBrowser())
  const measured: Round[] = []
  for (let round = 0; round < rounds; round += 1) measured.push(await importOnce(browser, { url: server.url, token }, admin, folder, round))
  const middle = (part: keyof Round) => median(measured.map((each) => each[part]))
  const task = (work: string, part: keyof Round): Result => ({
    ...{
      work: `longest task ${work}`,
      value: middle(part),
      unit: 'ms',
      target: `≤ ${longestTaskMs}`,
      passed: middle(part) <= longestTaskMs,
      more: '',
    },
  })
  return [
    {
      work: 'preview of 200,000 lines',
      value: middle('previewed') / 1000,
      unit: 's',
      target: '< 5',
      passed: middle('previewed') < 5000,
      more: '',
    },
    task('meanwhile', 'previewTask'),
    {
      work: 'press of Cancel meanwhile',
      value: middle('cancel'),
      unit: 'ms to paint',
      target: '≤ 200',
      passed: middle('cancel') <= 200,
      more: '',
    },
    { work: 'storing 200,000 keys', value: middle('stored') / 1000, unit: 's', target: 'none', passed: true, more: '' },
    task('until the stock is shown again', 'storeTask'),
  ]
}

async function importOnce(browser: Browser, site: Site, admin: Call, folder: string, round: number): Promise<Round> {
  const name = `Bulk ${round}`
  const { data } = (await admin('POST', '/admin/products', {
    name,
    description: '',
    variants: [{ name: 'Month', price: 1, keys: [] }],
  })) as {
    data: { id: number }
  }
  const file = join(folder, `${name}.csv`)
  writeFileSync(file, linesOf(round))
  await using context = await openContext(browser, site)
  const page = await context.newPage()
  await page.goto(`/products/${data.id}`)
  await page.getByRole('button', { name: /^Month/ }).click()

  await open(page)
  await choose(page, file)
  await page.getByRole('progressbar').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  const { interactions } = await page.evaluate(() => window.seen)

  await open(page)
  await choose(page, file)
  const store = page.getByRole('button', { name: /^Import 200,000 keys$/ })
  await store.waitFor()
  const previewed = await sinceStart(page)
  const previewTask = await longestTask(page)
  await page.evaluate(() => performance.mark('start'))
  await store.click()
  await page.getByText('200,000 keys added').waitFor()
  const stored = await sinceStart(page)
  return { previewed, stored, previewTask, storeTask: await longestTask(page), cancel: Math.max(16, ...interactions) }
}

const linesOf = (round: number): string =>
  `order;license key;date\r\n${Array.from({ length: lines }, (_, line) => `${line};${keyOf(round, line)};2026-11-01\r\n`).join('')}`

/** 40 characters. */
const keyOf = (round: number, line: number) => `BENCH-${String(round).padStart(4, '0')}-${String(line).padStart(29, '0')}`

async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import keys' }).click()
  await page.getByLabel('Key file').waitFor({ state: 'attached' })
}

/** Measures from the moment the page receives the file. */
async function choose(page: Page, file: string): Promise<void> {
  await page.evaluate(() => {
    window.seen.interactions.length = window.seen.longTasks.length = 0
    addEventListener('change', () => performance.mark('start'), { capture: true, once: true })
  })
  await page.getByLabel('Key file').setInputFiles(file)
}

const sinceStart = (page: Page): Promise<number> =>
  page.evaluate(() => performance.now() - performance.getEntriesByName('start').at(-1)!.startTime)

/** The longest task since the last call. Waits until the page has reported all of them. */
const longestTask = (page: Page): Promise<number> =>
  page.evaluate(() => new Promise((resolve) => setTimeout(() => resolve(Math.max(0, ...window.seen.longTasks.splice(0))), 500)))
