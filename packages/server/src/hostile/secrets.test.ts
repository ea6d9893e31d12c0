import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Product, StoreOrder } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { system } from '../actor.ts'
import { createApiKey } from '../modules/api-keys/api-keys.service.ts'
import { noteRefusedSignIns } from '../modules/auth/refused-sign-ins.service.ts'
import { createTestApp, RecordingBot, testAdmin, type TestApp } from '../testing.ts'
import { dataOf } from '../testing/shop/catalogue.ts'

/** Sends marked texts through calls that succeed, are refused and fail. Then searches everything that must not contain them. */

const newPassword = 'marked-password-mLq7'
const wrongPassword = 'marked-wrong-password-Xw2'
const botToken = 'marked-bot-token-9Zk.part.two'
const keys = ['MARKED-KEY-A1', 'MARKED-KEY-B2', 'MARKED-KEY-C3']

async function useEverything(app: TestApp) {
  const { call } = app
  const refusals: string[] = []
  /** Stores the refusals, without `current`: that state is a normal read of the thing. */
  const ask = async (...wanted: Parameters<typeof call>) => {
    const answer = await call(...wanted)
    const { current: _, ...rest } = answer.body as { current?: unknown }
    if (answer.status >= 400) refusals.push(JSON.stringify(rest))
    return answer
  }
  const { key: apiKey } = await createApiKey(app.deps, system, 'shop')
  const asStore = { token: `Bearer ${apiKey}` }

  await ask('POST', '/auth/password-login', { identity: 'admin', password: wrongPassword })
  await ask('POST', '/auth/password-login', { identity: wrongPassword, password: [wrongPassword] })
  await ask('POST', '/auth/password', { current_password: wrongPassword, new_password: newPassword })
  const changed = await ask('POST', '/auth/password', { current_password: testAdmin.password, new_password: newPassword })
  const signedIn = await ask('POST', '/auth/password-login', { identity: 'admin', password: newPassword })
  const { token } = dataOf(signedIn) as { token: string }
  expect(changed.status).toBe(200)
  const own = { token }
  const setup = dataOf(await ask('POST', '/auth/two-factor/setup', { password: newPassword }, own)) as { secret: string }
  await ask('POST', '/auth/two-factor/enable', { code: '000000' }, own)

  await ask('PUT', '/admin/discord/settings', { bot_token: botToken, updates_channel_id: '300000000000000001' }, own)
  await ask('PUT', '/admin/discord/settings', { bot_token: [botToken], updates_channel_id: botToken }, own)
  await ask('POST', '/admin/discord/bot/start', {}, own)

  const variants = [{ name: 'Month', price: 5, keys }]
  const product = dataOf(await ask('POST', '/admin/products', { name: 'Aim', variants }, own)) as Product
  const variant = product.variants[0]!
  const save = `/admin/variants/${variant.id}`
  dataOf(await ask('GET', save, undefined, own))
  dataOf(await ask('DELETE', save, undefined, own))
  const [deletion] = dataOf(await ask('GET', '/admin/activity?kind=delete', undefined, own)) as { id: number }[]
  dataOf(await ask('POST', `/admin/activity/${deletion!.id}/restore`, {}, own))
  await ask('POST', `/admin/activity/${deletion!.id}/restore`, { field: keys[0] }, own)
  await ask('PUT', save, { keys: [...keys, `${keys[0]}${'x'.repeat(600)}`] }, own)
  await ask('PUT', save, { keys: [...keys, { value: keys[0] }] }, own)
  await ask('PUT', save, { keys, version: 99 }, own)
  await ask('PUT', '/admin/variants/99', { keys }, own)
  await ask('PUT', `/admin/products/${product.id}`, { version: 99, description: keys[0] }, own)
  await app.app.inject({
    method: 'PUT',
    url: save,
    headers: { authorization: token, 'content-type': 'application/json' },
    payload: `{"keys":["${keys[0]}"`,
  })
  await app.app.inject({ url: `/products/${keys[0]}?q=${keys[1]}`, headers: { authorization: `${token}x` } })
  await ask('GET', `/admin/purchases/orders?q=${keys[0]}&limit=${keys[1]}`, undefined, own)

  const cart = { customer_email: 'buyer@example.com', items: [{ variant_id: variant.id, quantity: 2 }] }
  const order = dataOf201(await ask('POST', '/store/purchases', cart, asStore))
  const completed = dataOf(await ask('POST', `/store/purchases/${order.id}/complete`, {}, asStore)) as StoreOrder
  expect(completed.items[0]?.keys).toEqual(keys.slice(0, 2))
  await ask('POST', `/store/purchases/${order.id}/cancel`, {}, asStore)
  await ask('POST', '/store/purchases', { ...cart, coupon_code: apiKey }, asStore)
  await ask('POST', '/store/purchases', cart, { token: `Bearer ${apiKey}x` })
  const batch = { name: 'batch', values: [...keys, `${keys[0]}\u200b`] }
  await ask('POST', `${save}/key-imports?dry_run=true`, batch, own)
  dataOf201(await ask('POST', `${save}/key-imports`, batch, own))
  await ask('POST', `${save}/key-imports`, { ...batch, values: [keys] }, own)
  dataOf(await ask('POST', '/admin/keys/lookup', { value: keys[0] }, own))
  await ask('POST', '/admin/keys/lookup', { value: `${keys[0]}x` }, own)
  const [{ id: keyId }] = dataOf(await ask('POST', `/admin/purchases/orders/${order.id}/keys`, {}, own)) as [{ id: number }]
  const replace = `/admin/purchases/orders/${order.id}/keys/${keyId}/replace`
  dataOf(await ask('POST', replace, { reason: 'other', note: `${keys[0]} fails` }, own))
  await ask('POST', replace, { reason: keys[0], note: keys[1] }, own)
  await ask('POST', `/admin/purchases/orders/${order.id}/refund`, {}, own)
  const invited = await ask('POST', '/admin/team/invitations', { role: 'stock', email: 'sue@example.com' }, own)
  const invitation = (invited.body as { data: { url: string } }).data.url.split('#invitation=')[1]!
  const joining = { token: invitation, username: 'sue', email: 'sue@example.com', password: newPassword }
  await ask('POST', '/auth/invitation', { token: [invitation] })
  await ask('POST', '/auth/accept-invitation', { ...joining, email: 'tom@example.com' })
  await ask('POST', '/auth/accept-invitation', { ...joining, username: 'admin' })
  const joined = dataOf(await ask('POST', '/auth/accept-invitation', joining)) as { token: string }
  await ask('POST', '/auth/accept-invitation', joining)
  await ask('GET', '/admin/team/invitations', undefined, own)
  const made = await ask('POST', '/admin/api-keys', { name: 'made here', scopes: ['orders:write'] }, own)
  const { key: madeKey } = (made.body as { data: { key: string } }).data
  await ask('POST', '/admin/api-keys', { name: [madeKey], scopes: [madeKey] }, own)
  const hook = { url: 'https://shop.example/marked-path-Qz4?marked-query-Rw9=1', events: ['product.changed'], active: true }
  const hooked = await ask('POST', '/admin/webhooks', hook, own)
  const { id: hookId, secret } = (hooked.body as { data: { id: number; secret: string } }).data
  const { secret: rotated } = dataOf(await ask('POST', `/admin/webhooks/${hookId}/rotate-secret`, undefined, own)) as { secret: string }
  dataOf(await ask('PUT', `/admin/webhooks/${hookId}`, { ...hook, url: `${hook.url}2` }, own))
  await ask('PUT', `/admin/webhooks/${hookId}`, { ...hook, url: `http://${secret}` }, own)
  dataOf(await ask('POST', `/admin/webhooks/${hookId}/test`, undefined, own))
  const webhookReads = [
    await ask('GET', '/admin/webhooks', undefined, own),
    await ask('GET', `/admin/webhooks/${hookId}/deliveries`, undefined, own),
  ]
  expect([secret, rotated].filter((one) => JSON.stringify(webhookReads).includes(one))).toEqual([])
  await ask('DELETE', '/auth/sessions', undefined, own)
  // A name that was typed may be a password, too.
  app.clock.at = new Date(app.clock.at.getTime() + 120_000)
  await noteRefusedSignIns(app.deps)
  const history = JSON.stringify((await ask('GET', '/admin/activity?limit=500', undefined, own)).body)
  const metrics = (await app.app.inject({ url: '/metrics' })).body

  // Faults: close the database, then make more calls.
  const activity = await app.deps.db.selectFrom('activity').selectAll().execute()
  const stored = await readDatabase(app)
  await app.deps.db.destroy()
  for (const path of [save, '/admin/discord/settings', `/admin/products/${product.id}`]) {
    const answer = await ask('PUT', path, { keys, bot_token: botToken, description: keys[0] }, own)
    expect(answer.status).toBeGreaterThanOrEqual(500)
  }
  await ask('POST', '/auth/password-login', { identity: 'admin', password: newPassword })
  return {
    secrets: {
      apiKey,
      madeKey,
      token,
      invitation,
      joined: joined.token,
      twoFactor: setup.secret,
      webhook: secret.slice(6),
      rotatedWebhook: rotated.slice(6),
    },
    refusals,
    metrics,
    activity,
    history,
    stored,
  }
}

test('no secret is in a log line, a refusal, an activity row or a metric, and what is no key is not readable in the database', async () => {
  const app = await createTestApp({ bot: new RecordingBot() })
  const { secrets, refusals, metrics, activity, history, stored } = await useEverything(app)
  const passwords = [testAdmin.password, newPassword, wrongPassword]
  const others = [botToken, ...Object.values(secrets)]

  expect(app.logged.length).toBeGreaterThan(20)
  expect(app.logged.some((line) => line.includes('request failed'))).toBe(true)
  expect(refusals.length).toBeGreaterThan(10)
  expect(activity.length).toBeGreaterThan(5)
  expect(history).toContain('member.sign_in_refused')
  expect(history).toContain('variant.keys_opened')
  const places = { log: app.logged.join('\n'), refusals: refusals.join('\n'), activity: JSON.stringify(activity), history, metrics }
  const found = Object.entries(places).flatMap(([place, text]) =>
    [...passwords, ...others, ...keys].filter((secret) => text.includes(secret)).map((secret) => `${secret.slice(0, 16)}… in ${place}`),
  )
  expect(found).toEqual([])

  expect(stored).toContain(keys[0])
  expect([...passwords, ...others].filter((secret) => stored.includes(secret))).toEqual([])
})

const dataOf201 = ({ status, body }: { status: number; body: never }): StoreOrder => {
  expect({ status, body }).toMatchObject({ status: 201 })
  return (body as { data: StoreOrder }).data
}

/** The bytes of the database on SQLite, including the write-ahead log. All rows on PostgreSQL. */
async function readDatabase({ deps, folder }: TestApp): Promise<string> {
  if (process.env['KEYDESK_TEST_DB'] === 'postgres') {
    const tables = (await deps.db.introspection.getTables()).map((table) => table.name)
    return JSON.stringify(
      await Promise.all(
        tables.map((table) =>
          deps.db
            .selectFrom(table as 'product')
            .selectAll()
            .execute(),
        ),
      ),
    )
  }
  const files = (await readdir(folder)).filter((name) => name.startsWith('keydesk.db'))
  expect(files).toContain('keydesk.db-wal')
  return (await Promise.all(files.map((name) => readFile(join(folder, name), 'latin1')))).join('')
}
