import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { makeStock, openShop } from '../../testing/shop/shop.ts'
import { createSendingApp, listDeliveries, makeWebhook } from '../../testing/shop/webhooks.ts'
import { freePort } from '../../testing/processes/free-port.ts'

const page = join(import.meta.dirname, '../../../../../docs/store-api.md')

test('the receiver of docs/store-api.md takes what Keydesk sends, once, and refuses what it did not send', async () => {
  const [, code = ''] = /```js\n(.*?)\n```/s.exec(await readFile(page, 'utf8')) ?? []
  expect(code.split('\n').length).toBeLessThan(30)
  const app = await createSendingApp()
  // The receiver uses the real clock.
  app.clock.at = new Date()
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const { id, secret } = await makeWebhook(app, url, { events: ['order.completed'] })
  const env = { PATH: process.env['PATH'], WEBHOOK_SECRET: secret, PORT: String(port) }
  const receiver = spawn(process.execPath, ['--input-type=module', '-e', code], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  createInterface(receiver.stdout).on('line', (line) => lines.push(line))
  try {
    const ask = async () => (await fetch(url, { method: 'POST', body: '{}' }).catch(() => null))?.status
    await expect.poll(ask).toBe(401)
    const order = await shop.sell({ [variant.id]: 1 })
    await expect.poll(async () => await listDeliveries(app, id)).toMatchObject([{ status: 'success' }])
    await app.call('POST', `/admin/webhooks/${id}/deliveries/1/resend`)
    await expect.poll(async () => await listDeliveries(app, id)).toMatchObject([{ status: 'success', attempts: 1 }])
    expect(lines).toEqual([expect.stringContaining(`order.completed {"order_id":${order.id},`)])
  } finally {
    receiver.kill()
    await once(receiver, 'exit')
  }
})
