import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { requestToken } from './support/api.ts'
import { chooseOption, showDays } from './support/opening.ts'
import { startProgram } from './support/program.ts'
import { expectUsable, openScreen } from './support/screens.ts'
import { bareEnvironment } from './support/server.ts'
import { expect, test as journey, typeSignIn } from './support/test.ts'

interface Order {
  readonly id: number
  readonly status: string
  readonly created_at: string
  readonly completed_at: string
}

interface Shop {
  readonly url: string
  readonly admin: { readonly username: string; readonly password: string }
  readonly orders: readonly Order[]
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** A server of months of orders, at all hours. */
const test = journey.extend<object, { shop: Shop }>({
  shop: [
    async ({}, use) => {
      const admin = { username: 'admin', password: 'journey-password-1' }
      const env = { ...bareEnvironment(), PORT: '0', ADMIN_USERNAME: admin.username, ADMIN_PASSWORD: admin.password }
      const program = await startProgram(['scripts/launch.mjs', 'demo', '--orders', '600', '--seed', '3'], { cwd: root, env })
      try {
        await use({ url: program.url, admin, orders: await readOrders(program.url, admin) })
      } finally {
        await program.stop()
      }
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
// It has its own server.
test.use({ baseURL: '' })

for (const zone of ['America/Los_Angeles', 'Asia/Kathmandu']) {
  const dayOf = (moment: string | Date) => dayIn(zone, new Date(moment))

  test.describe(`a viewer in ${zone}`, () => {
    test.use({ timezoneId: zone })

    test('sees local dates in the list of orders, filters and exports by them, and sees the sales of local days', async ({
      page,
      shop,
    }) => {
      await open(page, shop)

      await test.step('the sales on the Dashboard', async () => {
        await chooseOption(page, '30 days')
        const rows = page.getByRole('table', { name: 'Revenue and orders by day' }).getByRole('row')
        await expect(rows).toHaveCount(31)
        const shown = (await rows.allInnerTexts())
          .slice(1)
          .map((row) => row.split('\t'))
          .map(([day, , orders]) => [day?.replace(', so far', ''), Number(orders)])
        const completed = shop.orders.filter(({ status }) => status === 'completed').map(({ completed_at }) => dayOf(completed_at))
        const days = lastDays(dayOf(new Date()), 30)
        expect(shown).toEqual(days.map((day) => [inWords(day), completed.filter((each) => each === day).length]))
      })

      await test.step('the orders of a local day, and their export', async () => {
        const day = telltaleDay(shop.orders, dayOf)
        const wanted = shop.orders.filter(({ created_at }) => dayOf(created_at) === day).map(({ id }) => id)
        await openScreen(page, 'Orders')
        await showDays(page)
        await page.getByLabel('From', { exact: true }).fill(day)
        await page.getByLabel('To', { exact: true }).fill(day)
        await expect.poll(async () => [...(await datesOfRows(page)).keys()].toSorted((a, b) => a - b)).toEqual(wanted)
        expect(new Set((await datesOfRows(page)).values())).toEqual(new Set([inUs(day)]))
        await expect(page.getByText(`${wanted.length} orders`, { exact: true })).toBeVisible()

        await page.keyboard.press('Escape')
        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Export CSV' }).click()
        const rows = readCsv(await readFile(await (await download).path(), 'utf8'))
        expect(rows.map((row) => Number(row['Order ID'])).toSorted((a, b) => a - b)).toEqual(wanted)
        expect(new Set(rows.map((row) => row['Created At']?.slice(0, 10)))).toEqual(new Set([day]))
      })

      await test.step('the dates of three days', async () => {
        const [from, , to] = lastDays(dayAfter(telltaleDay(shop.orders, dayOf)), 3)
        const wanted = shop.orders.filter(({ created_at }) => from! <= dayOf(created_at) && dayOf(created_at) <= to!)
        // Some of them are on another day in UTC.
        expect(wanted.filter(({ created_at }) => dayOf(created_at) !== created_at.slice(0, 10))).not.toEqual([])
        await page.goto(`${shop.url}/purchases/orders?from=${from}&to=${to}`)
        const expected = Object.fromEntries(wanted.map(({ id, created_at }) => [id, inUs(dayOf(created_at))]))
        await expect.poll(async () => Object.fromEntries(await datesOfRows(page))).toEqual(expected)
      })
    })
  })
}

async function open(page: Page, { url, admin }: Shop): Promise<void> {
  await page.goto(url)
  await typeSignIn(page, admin)
  await expectUsable(page, 'Dashboard')
}

/** The date of each row that is drawn, by the order's number. */
async function datesOfRows(page: Page): Promise<Map<number, string>> {
  const rows = page.getByRole('table', { name: 'Latest Orders' }).getByRole('row', { name: /#\d+/ })
  const texts = await rows.evaluateAll((all) => all.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)))
  return new Map(texts.map((cells) => [Number(cells[0]?.replace('#', '')), cells.at(-1) ?? '']))
}

/** Every order, oldest first, with its moments in UTC. */
async function readOrders(url: string, admin: Shop['admin']): Promise<Order[]> {
  const authorization = await requestToken(url, admin)
  const answer = await fetch(`${url}/admin/purchases/orders/export.csv`, { headers: { authorization } })
  const orders = readCsv(await answer.text()).map((row) => ({
    id: Number(row['Order ID']),
    status: row['Status'] ?? '',
    created_at: row['Created At'] ?? '',
    completed_at: row['Completed At'] ?? '',
  }))
  return orders.toSorted((one, other) => one.id - other.id)
}

/** The rows of a CSV, by the titles of its columns. */
function readCsv(text: string): Record<string, string>[] {
  const lines = text.replace(/^\ufeff/, '').match(/(?:"[^"]*"|[^"\r\n])+/g) ?? []
  const [titles = [], ...rows] = lines.map((line) =>
    [...`${line},`.matchAll(/((?:"[^"]*"|[^",])*),/g)].map(([, cell = '']) => unquote(cell)),
  )
  return rows.map((cells) => Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ''])))
}

const unquote = (cell: string): string => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)

/** YYYY-MM-DD */
const dayIn = (timeZone: string, moment: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment)

/** The day of the last weeks whose orders differ most from those of the same day in UTC. */
function telltaleDay(orders: readonly Order[], dayOf: (moment: string) => string): string {
  const differences = new Map<string, number>()
  for (const { created_at } of orders) {
    const [local, utc] = [dayOf(created_at), created_at.slice(0, 10)]
    if (local !== utc) for (const day of [local, utc]) differences.set(day, (differences.get(day) ?? 0) + 1)
  }
  const [[day, count] = ['', 0]] = [...differences].toSorted(([, a], [, b]) => b - a)
  expect(count).toBeGreaterThan(2)
  return day
}

const atNoon = (day: string) => new Date(`${day}T12:00:00Z`)

const lastDays = (today: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(atNoon(today).getTime() - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  )

const dayAfter = (day: string): string => new Date(atNoon(day).getTime() + 86_400_000).toISOString().slice(0, 10)

/** 11/20/2026 */
const inUs = (day: string): string => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' }).format(atNoon(day))

/** Fri, Nov 20, 2026 */
const inWords = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }).format(
    atNoon(day),
  )
