import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { NewWebhook, StoreOrder } from '@keydesk/contract'
import { examine } from '@keydesk/server'
import { TOTP } from 'otpauth'
import { Webhook } from 'standardwebhooks'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { folder, newPlace, newServerPlace, open, run, setUpPlaces } from './backup-place.ts'
import { dataOf, keysOf, type Call, type World } from './world.ts'

setUpPlaces()

const isLive = async ({ servers }: World, path: string, authorization: string): Promise<boolean> =>
  (await fetch(servers.urlOf(0) + path, { headers: { authorization } })).status === 200

/** Makes a backup, and then sells a key, revokes an API key, changes a password, takes a right and disables a member. */
async function openAgedShop() {
  const place = await newServerPlace('original')
  const world = await open(1, place)
  const variant = await world.makeVariant(keysOf(3, 'SOLD'))
  const { id } = dataOf(await world.buy(variant.id, { customer_email: 'pending@example.com' })) as { id: number }
  for (const name of ['ann', 'bob']) expect((await run(place, 'admin', 'create', name, `${name}@example.com`)).code).toBe(0)
  const file = join(folder, 'before.backup')
  expect((await run(place, 'backup', file)).code).toBe(0)
  await world.sell(variant.id)
  await world.store('POST', `/store/purchases/${id}/complete`, {})
  expect((await run(place, 'api-key', 'revoke', '1')).code).toBe(0)
  expect((await run(place, 'admin', 'reset-password', 'admin')).code).toBe(0)
  await world.servers.withDeps(({ db }) => db.updateTable('app_user').set({ switch_reveal: 0 }).where('username', '=', 'ann').execute())
  expect((await run(place, 'admin', 'disable', 'bob')).code).toBe(0)
  await world.servers.closeDeps()
  await world.servers.kill(0)
  return { place, world, file }
}

/** The shop of these tests. */
let shop: Awaited<ReturnType<typeof openAgedShop>>
beforeAll(async () => {
  shop = await openAgedShop()
}, 60_000)

test('into an empty place sessions stay away, and the API keys that work again are listed', async () => {
  const { file, world } = shop
  const to = await newPlace('empty')
  const restored = await run(to, 'restore', file)
  expect(restored.code).toBe(0)
  expect(restored.said).toMatch(/\nThese API keys work again\..*\n  shop \(kd_.{4}…\)$/)
  const there = await open(1, to)
  expect(await isLive(there, '/games-list', world.token)).toBe(false)
  expect(await isLive(there, '/store/products', `Bearer ${world.apiKey}`)).toBe(true)
  // Nothing has changed since the backup, so there is nothing to confirm. What is held stays held.
  await there.stop()
  const again = await run(to, 'restore', file, '--force')
  expect(again).toMatchObject({ code: 0, said: expect.stringMatching(/^3 keys may have been sold since the backup\.[^]*\nRestored /) })
})

test('a restore says what it would bring back, changes nothing until it is told to, and revives no session and no API key', async () => {
  const { place, world, file } = shop
  const said = [
    '1 order decided since the backup would be expired.',
    'The password, role, rights, two-factor sign-in or recovery codes of admin have changed since the backup: those of the backup would come back.',
    'The password, role, rights, two-factor sign-in or recovery codes of ann have changed since the backup: those of the backup would come back.',
    '2 keys that were sold since the backup will not be sold again:',
    expect.stringMatching(/^  2 of Product-\d+, Month$/),
    '1 pending order loses its keys and ends as expired. Complete by hand what was paid.',
    expect.stringMatching(/^1 order made since the backup would be gone\. Before that, it is written to \S+\.csv$/),
    'bob stays disabled.',
    expect.stringMatching(/^The API key shop \(kd_.{4}…\) stays revoked\.$/),
  ]
  const refused = await run(place, 'restore', file, '--force')
  expect(refused.code).toBe(1)
  expect(refused.said.split('\n')).toEqual([...said, expect.stringMatching(/^Nothing was changed\..*--yes/)])
  expect(refused.said).not.toContain('SOLD-')
  await world.servers.withDeps(async ({ db }) => {
    expect(await db.selectFrom('orders').select('id').where('status', '=', 'completed').execute()).toHaveLength(2)
  })

  const restored = await run(place, 'restore', file, '--force', '--yes')
  expect(restored.code).toBe(0)
  expect(restored.said.split('\n').slice(0, said.length)).toEqual(said)
  await world.servers.revive(0)
  expect(await isLive(world, '/games-list', world.token)).toBe(false)
  expect(await isLive(world, '/store/products', `Bearer ${world.apiKey}`)).toBe(false)
  await world.servers.withDeps(async (deps) => {
    expect(await deps.db.selectFrom('orders').select('id').where('status', '=', 'completed').execute()).toEqual([])
    const disabled = deps.db.selectFrom('app_user').select('username').where('disabled_at', 'is not', null)
    expect(await disabled.execute()).toEqual([{ username: 'bob' }])
    expect(await examine(deps)).toEqual([])
  })
})

test('a restore warns of payouts and refunds made since the backup, and of none that another shop made', async () => {
  const place = await newServerPlace('paid')
  const world = await open(1, place)
  const variant = await world.makeVariant(keysOf(3), 100)
  const person = { username: 'rita', email: 'rita@example.com' }
  const { id, referral_code } = dataOf(await world.store('POST', '/store/users', person)) as { id: number; referral_code: string }
  const [first, refunded] = [await world.sell(variant.id, { referral_code }), await world.sell(variant.id, { referral_code })]
  dataOf(await world.store('POST', `/store/purchases/${first.id}/refund`, {}))
  const request = async () => {
    const wallet = { wallet_type: 'BTC', wallet_address: 'bc1-abc' }
    return dataOf(await world.store('POST', `/store/users/${id}/payouts`, { amount: 1, ...wallet })) as { id: number }
  }
  const decide = async (payout: { id: number }, decision: object) =>
    dataOf(await world.admin('PUT', `/admin/referrals/payout/${payout.id}/status`, decision))
  await decide(await request(), { status: 'completed', transaction_id: 'before' })
  const file = join(folder, 'paid.backup')
  expect((await run(place, 'backup', file)).code).toBe(0)
  for (const transaction_id of ['one', 'two']) await decide(await request(), { status: 'completed', transaction_id })
  await decide(await request(), { status: 'failed' })
  await request()
  dataOf(await world.store('POST', `/store/purchases/${refunded.id}/refund`, {}))
  await world.servers.closeDeps()
  await world.servers.kill(0)
  const said = [
    '2 completed payouts requested since the backup would be gone: do not pay twice.',
    '1 pending payout requested since the backup would be gone.',
    '1 refund made since the backup would be gone: do not refund twice.',
  ]
  const refused = await run(place, 'restore', file, '--force')
  expect(refused.code).toBe(1)
  expect(refused.said.split('\n')).toEqual([...said, expect.stringMatching(/^Nothing was changed\..*--yes/)])
  expect(await run(place, 'restore', file, '--force', '--yes')).toMatchObject({ code: 0, said: expect.stringContaining(said.join('\n')) })
  // The restored database has what the backup has, so there is nothing to warn of.
  expect((await run(place, 'restore', file, '--force')).code).toBe(0)

  // An order of another shop that has this id is pending in its backup.
  expect(first.id).toBe(1)
  const other = await run(place, 'restore', shop.file, '--force')
  expect(other).toMatchObject({ code: 0, said: expect.stringMatching(/^3 keys may have been sold since the backup\./) })
  expect(other.said).not.toContain('would be')
})

test('a restore revives no link to the page of an order that was replaced, also by one of another email', { timeout: 90_000 }, async () => {
  // No mail server is there, so the mails wait.
  const place = { ...(await newServerPlace('moved')), SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@example.com' }
  const world = await open(1, place)
  const variant = await world.makeVariant(keysOf(4))
  const linkOf = async ({ store }: World, id: number): Promise<string> =>
    new URL((dataOf(await store('GET', `/store/purchases/${id}`)) as StoreOrder).page_url!).pathname
  const wrong = await world.sell(variant.id, { customer_email: 'wrong@example.com' })
  const renewed = await world.sell(variant.id)
  const pending = dataOf(await world.buy(variant.id)) as StoreOrder
  dataOf(await world.admin('POST', '/admin/customers/notes', { email: 'wrong@example.com', text: 'Pays late' }))
  const before = [await linkOf(world, wrong.id), await linkOf(world, renewed.id)]
  const [older, newer] = [join(folder, 'wrong.backup'), join(folder, 'right.backup')]
  expect((await run(place, 'backup', older)).code).toBe(0)
  dataOf(await world.admin('POST', `/admin/purchases/orders/${wrong.id}/mails`, { to: 'right@example.com' }))
  dataOf(await world.admin('POST', `/admin/purchases/orders/${renewed.id}/page-link`))
  dataOf(await world.store('POST', `/store/purchases/${pending.id}/complete`, {}))
  await world.sell(variant.id)
  const after = [await linkOf(world, wrong.id), await linkOf(world, renewed.id)]
  expect((await run(place, 'backup', newer)).code).toBe(0)
  await world.servers.closeDeps()
  await world.servers.kill(0)

  const expectPresent = async (there: World): Promise<void> => {
    const statuses = (links: readonly string[]) =>
      Promise.all(links.map(async (link) => (await fetch(there.servers.urlOf(0) + link)).status))
    expect(await statuses(before)).toEqual([404, 404])
    expect(await statuses(after)).toEqual([200, 200])
    await there.servers.withDeps(async ({ db }) => {
      const orders = db.selectFrom('orders').select(['customer_email', 'customer_key']).where('id', '=', wrong.id)
      const right = { customer_email: 'right@example.com', customer_key: 'right@example.com' }
      expect(await orders.execute()).toEqual([right])
      expect(await db.selectFrom('customer_note').select(['customer_email', 'customer_key']).execute()).toEqual([right])
    })
  }
  // A second restore of the same backup, as after one that was cut off, keeps them, too.
  for (const options of [['--yes'], []]) {
    const restored = await run(place, 'restore', older, '--force', ...options)
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('2 orders keep their present email and page link.') })
  }
  await world.servers.revive(0)
  await expectPresent(world)
  // The restore took its completion back.
  expect(dataOf(await world.store('GET', `/store/purchases/${pending.id}`))).toMatchObject({ status: 'expired' })
  expect(await world.servers.withDeps(examine)).toEqual([])

  // After a lost disk the older backup is restored, and then the newer one is found.
  const to = await newPlace('moved-found')
  expect((await run(to, 'restore', older)).code).toBe(0)
  expect((await run(to, 'restore', newer, '--force')).said).not.toContain('page link.')
  await expectPresent(await open(1, to))
})

test(
  'a restore revives no secret of an API key that was replaced, and announces recovery codes that come back',
  { timeout: 90_000 },
  async () => {
    const place = await newServerPlace('rotated')
    const world = await open(1, place)
    const make = async (name: string) =>
      dataOf(await world.admin('POST', '/admin/api-keys', { name, scopes: ['catalogue:read'] })) as { id: number; key: string }
    const rotate = async ({ id }: { id: number }, call: Call = world.admin) =>
      (dataOf(await call('POST', `/admin/api-keys/${id}/rotate`, { overlap_hours: 0 })) as { key: string }).key
    const [leaked, revoked] = [await make('leaked'), await make('revoked')]
    const { secret } = dataOf(await world.admin('POST', '/auth/two-factor/setup', { password: world.servers.password })) as {
      secret: string
    }
    const enabled = await world.admin('POST', '/auth/two-factor/enable', { code: new TOTP({ secret }).generate() })
    const { recovery_codes } = dataOf(enabled) as { recovery_codes: string[] }
    const [older, newer] = [join(folder, 'older.backup'), join(folder, 'newer.backup')]
    expect((await run(place, 'backup', older)).code).toBe(0)

    // A member who is not in the older backup makes the secret.
    const made = await run(place, 'admin', 'create', 'carl', 'carl@example.com')
    const password = /password: (\S+)/i.exec(made.said)![1]
    const signedIn = await world.as('')('POST', '/auth/password-login', { identity: 'carl', password })
    const present = await rotate(leaked, world.as((dataOf(signedIn) as { token: string }).token))
    expect((await run(place, 'backup', newer)).code).toBe(0)
    const rotated = await rotate(revoked)
    dataOf(await world.admin('DELETE', `/admin/api-keys/${revoked.id}`))
    dataOf(await world.admin('POST', '/auth/two-factor/recovery-codes', { code: recovery_codes[0] }))
    await world.servers.closeDeps()
    await world.servers.kill(0)

    const restored = await run(place, 'restore', older, '--force', '--yes')
    expect(restored.code).toBe(0)
    expect(restored.said.split('\n').slice(0, 3)).toEqual([
      'The password, role, rights, two-factor sign-in or recovery codes of admin have changed since the backup: those of the backup would come back.',
      expect.stringMatching(/^The API key revoked \(kd_.{4}…\) stays revoked\.$/),
      `The API key leaked keeps its present secret (${present.slice(0, 7)}…).`,
    ])
    expect(restored.said).not.toContain('work again')
    await world.servers.revive(0)
    const works = (key: string) => isLive(world, '/store/products', `Bearer ${key}`)
    for (const key of [leaked.key, revoked.key, rotated]) expect(await works(key)).toBe(false)
    expect(await works(present)).toBe(true)

    // After a lost disk the older backup is restored, and then the newer one is found.
    const to = await newPlace('found')
    expect((await run(to, 'restore', older)).said).toMatch(/These API keys work again[^]*\n  leaked /)
    expect((await run(to, 'restore', newer, '--force')).said).not.toContain('work again')
    expect((await run(to, 'api-key', 'list')).said).toContain(`\tleaked\t${present.slice(0, 7)}…`)
  },
)

const nearby = { WEBHOOKS_ALLOW_PRIVATE: '1' }

/** A receiver on this machine that accepts everything. */
async function startReceiver() {
  const received: { readonly body: string; readonly headers: Record<string, string> }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ body, headers: request.headers as Record<string, string> })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, url: `http://${host}/hook`, received }
}

test(
  'a restore revives no webhook that was deleted, paused or disabled, and no address or secret that was replaced',
  { timeout: 90_000 },
  async () => {
    const place = { ...(await newServerPlace('hooked')), ...nearby }
    const world = await open(1, place)
    const variant = await world.makeVariant(keysOf(9))
    const { admin } = world
    const make = async (url: string, events: readonly string[] = ['order.completed']) =>
      dataOf(await admin('POST', '/admin/webhooks', { url, events, active: true })) as NewWebhook
    const change = async ({ id }: NewWebhook, changes: object) => dataOf(await admin('PUT', `/admin/webhooks/${id}`, changes))
    const saveToken = async (bot_token: string) => dataOf(await admin('PUT', '/admin/discord/settings', { bot_token }))
    const [partner, storefront, former, present] = [
      await startReceiver(),
      await startReceiver(),
      await startReceiver(),
      await startReceiver(),
    ]
    const deleted = await make(partner.url)
    const rotated = await make(storefront.url)
    const moved = await make(former.url, ['order.completed', 'order.refunded'])
    const [paused, disabled] = [await make('http://10.0.0.1/'), await make('http://10.0.0.2/')]
    await make('http://10.0.0.3/', ['order.refunded'])
    await saveToken('former-token')
    const file = join(folder, 'hooked.backup')
    expect((await run(place, 'backup', file)).code).toBe(0)

    dataOf(await admin('DELETE', `/admin/webhooks/${deleted.id}`))
    const { secret } = dataOf(await admin('POST', `/admin/webhooks/${rotated.id}/rotate-secret`)) as NewWebhook
    await change(moved, { url: present.url, events: ['order.completed'] })
    await change(paused, { active: false })
    await make('http://10.0.0.4/hook')
    await saveToken('present-token')
    await world.servers.withDeps(({ db }) =>
      db.updateTable('webhook').set({ disabled_reason: 'The receiver answered 410 Gone' }).where('id', '=', disabled.id).execute(),
    )
    await world.servers.closeDeps()
    await world.servers.kill(0)

    const said = [
      'The webhook 10.0.0.4 was made since the backup and would be gone. Make it again.',
      `The webhook ${partner.host} comes back paused: it was deleted since the backup.`,
      `The webhook ${storefront.host} keeps its present secret.`,
      `The webhook ${present.host} keeps its present address.`,
      `The webhook ${present.host} keeps its present events.`,
      'The webhook 10.0.0.1 stays paused.',
      'The webhook 10.0.0.2 stays disabled.',
      'The bot token is that of the backup, not the present one.',
    ]
    const restored = await run(place, 'restore', file, '--force')
    expect(restored.code).toBe(0)
    expect(restored.said.split('\n').slice(0, said.length + 1)).toEqual([...said, expect.stringMatching(/^Restored /)])
    expect(restored.said).not.toMatch(/former-token|present-token|whsec|active again/)
    await world.servers.revive(0)
    const sold = await world.sell(variant.id)
    await expect.poll(() => [storefront.received.length, present.received.length]).toEqual([1, 1])
    const [{ body, headers }] = storefront.received as [(typeof storefront.received)[0]]
    expect(JSON.parse(body)).toMatchObject({ type: 'order.completed', data: { order_id: sold.id } })
    new Webhook(secret).verify(body, headers)
    // A sale stores its deliveries in one transaction: none is meant for the others.
    await world.servers.withDeps(async (deps) => {
      const rows = await deps.db.selectFrom('outbox').select('target').where('channel', '=', 'webhook').orderBy('target').execute()
      expect(rows.map(({ target }) => target)).toEqual([String(rotated.id), String(moved.id)])
      expect(await examine(deps)).toEqual([])
    })
    expect([...partner.received, ...former.received]).toEqual([])

    // The same restore again, as after one that was cut off, keeps all of it.
    await world.servers.closeDeps()
    await world.servers.kill(0)
    const again = await run(place, 'restore', file, '--force', '--yes')
    expect(again.said).toContain(`The webhook ${partner.host} stays paused.\n${said.slice(2, 7).join('\n')}\n`)

    // There is nothing to compare with in an empty place.
    const empty = await run(await newPlace('hooked-empty'), 'restore', file)
    const hosts = [partner, storefront, former].map(({ host }) => host)
    expect(empty.said).toMatch(/\nThese webhooks are active again,[^\n]*\n/)
    expect(empty.said.split('\n').slice(-6)).toEqual([...hosts, '10.0.0.1', '10.0.0.2', '10.0.0.3'].map((host) => `  ${host}`))
  },
)
