import { makeImage } from '@keydesk/server/testing'
import { afterEach, expect, test } from 'vitest'
import { nginx, openssl, startNginx } from './reverse-proxy.ts'
import { dataOf, openWorld } from './world.ts'

const cleanUps: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

test('behind nginx as docs/operating.md sets it up, with TLS ended there', { timeout: 90_000 }, async (context) => {
  if (process.env['KEYDESK_TEST_DB'] !== 'postgres') return context.skip('several servers share PostgreSQL alone')
  if (nginx === undefined || openssl === undefined) return context.skip('nginx is not installed')
  const world = await openWorld(2, { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: 'https://desk.example.com' })
  cleanUps.push(world.stop)
  const { servers, admin, token } = world
  const proxy = await startNginx([servers.urlOf(0), servers.urlOf(1)])
  cleanUps.push(proxy.stop)

  const moved = await fetch(`${proxy.plainUrl}/products`, { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([301, 'https://127.0.0.1/products'])
  const health = await proxy.call('GET', '/health')
  expect(health).toMatchObject({ status: 200, headers: { 'strict-transport-security': 'max-age=31536000' } })
  for (const path of ['/metrics', '/metrics/', '//metrics', '/%6detrics/']) expect((await proxy.call('GET', path)).status, path).toBe(404)

  // A client's own X-Forwarded-For is ignored: only the address that nginx adds counts.
  const signIn = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' }
  const wrong = JSON.stringify({ identity: 'nobody', password: 'wrong' })
  expect((await proxy.call('POST', '/auth/password-login', { from: '127.0.0.2', headers: signIn, body: wrong })).status).toBe(401)
  const rows = await servers.deps.db.selectFrom('sign_in_attempt').select('address').execute()
  expect(rows).toEqual([{ address: '127.0.0.2' }])

  const { id } = dataOf(await admin('POST', '/admin/products', { name: 'Behind nginx' })) as { id: number }
  const form = new FormData()
  form.set('image', new File([new Uint8Array(await makeImage('png', 900, 700))], 'image.png', { type: 'image/png' }))
  const { headers, body } = new Request('http://x', { method: 'POST', body: form })
  const upload = await proxy.call('POST', `/admin/products/${id}/images`, {
    headers: { authorization: token, 'content-type': headers.get('content-type')! },
    body: Buffer.from(await new Response(body).arrayBuffer()),
  })
  const { url } = (JSON.parse(upload.text) as { data: { url: string } }).data
  expect(url).toMatch(/^https:\/\/desk\.example\.com\/media\//)

  // A large save goes through. If one node dies, the other answers.
  const keys = Array.from({ length: 15_000 }, (_, index) => `KEY-${index}-${'x'.repeat(450)}`)
  const variant = JSON.stringify({ product_id: id, name: 'Month', price: 1, keys })
  const saved = await proxy.call('POST', '/admin/variants/', {
    headers: { authorization: token, 'content-type': 'application/json' },
    body: variant,
  })
  expect(saved.status).toBe(200)
  await servers.kill(0)
  for (let call = 0; call < 6; call += 1) {
    expect((await proxy.call('GET', '/admin/products', { headers: { authorization: token } })).status).toBe(200)
  }
})
