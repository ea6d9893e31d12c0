import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestApp } from '../../../testing.ts'
import { makeCoupon } from '../../../testing/shop/coupons.ts'
import { openShop } from '../../../testing/shop/shop.ts'

const page = join(import.meta.dirname, '../../../../../../docs/store-api.md')

/** Each command of the page with its documented answer. */
async function readPage() {
  const blocks = [...(await readFile(page, 'utf8')).matchAll(/```sh\n(.*?)\n```\s+```json\n(.*?)\n```/gs)]
  return blocks.map(([, command = '', answer = '']) => ({ command, promised: JSON.parse(answer) as unknown }))
}

/** The request that curl would send. The page uses only these options. */
function toRequest(command: string, key: string) {
  const [, url = ''] = /"\$KEYDESK([^"]*)"/.exec(command) ?? []
  const headers = Object.fromEntries(
    [...command.matchAll(/-H "([^:]+): ([^"]*)"/g)].map(([, name = '', value = '']) => [name, value.replace('$KEY', key)]),
  )
  const [, method = 'GET'] = /-X (\w+)/.exec(command) ?? []
  const [, payload] = /-d '([^']*)'/.exec(command) ?? []
  return { method: method as 'GET' | 'POST', url, headers, payload }
}

test('every command of docs/store-api.md answers what the page says', async () => {
  const app = await createTestApp()
  const { key } = await openShop(app)
  const made = await app.call('POST', '/admin/products', {
    ...{ name: 'Northlight', description: 'A quiet companion' },
    variants: [{ name: '30 Days', price: 49.99, keys: ['KEY-1', 'KEY-2', 'KEY-3'] }],
  })
  expect(made.status).toBe(200)
  await makeCoupon(app, { code: 'WELCOME' })

  const steps = await readPage()
  expect(steps.length).toBeGreaterThanOrEqual(10)
  for (const { command, promised } of steps) {
    const answer = await app.app.inject(toRequest(command, key))
    const body: unknown = JSON.parse(
      answer.body
        .replace(/"referral_code":"[^"]+"/, '"referral_code":"CODE"')
        .replace(/"page_url":"[^"]+"/, '"page_url":"https://desk.example.com/o/TOKEN"'),
    )
    expect(body, command).toEqual(promised)
  }
})
