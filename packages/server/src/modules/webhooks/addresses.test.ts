import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { lookUpName } from '../../look-up-name.ts'
import { createTestApp, testAdmin } from '../../testing.ts'
import { makeProduct } from '../../testing/shop/catalogue.ts'
import { listDeliveries, makeWebhook, startReceiver } from '../../testing/shop/webhooks.ts'
import { isPublicAddress } from './address.rules.ts'

const inside = [
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.255.255.255', '169.254.169.254', '172.16.0.1'],
  ...['172.31.255.255', '192.168.1.1', '192.0.0.192', '198.18.0.1', '203.0.113.5', '224.0.0.1', '255.255.255.255', '168.63.129.16'],
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1', '100::1', 'fc00::1'],
  ...['fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1', '2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', 'localhost', ''],
]
const notPublic = 'This address is not on the public internet. It needs the server setting WEBHOOKS_ALLOW_PRIVATE=1.'
const outside = ['1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1']

test('only addresses of the public internet are allowed', () => {
  expect(inside.filter(isPublicAddress)).toEqual([])
  expect(outside.filter((address) => !isPublicAddress(address))).toEqual([])
})

test('no webhook is saved whose name leads inside, to anything but public addresses, or nowhere', async () => {
  const names: Record<string, readonly string[]> = { mixed: ['8.8.8.8', '10.0.0.1'], local: ['::1'], none: [] }
  const resolve = async (name: string) => names[name.split('.')[0]!] ?? ['8.8.8.8']
  const app = await createTestApp({ webhooks: { resolve } })
  const create = (url: string) => app.call('POST', '/admin/webhooks', { url, events: ['product.changed'], active: true })
  for (const url of ['https://mixed.example', 'https://local.example', 'https://[::1]/', 'https://127.1', 'https://2130706433/x']) {
    expect(await create(url), url).toMatchObject({
      status: 422,
      body: { code: 'webhook_address', fields: { url: notPublic } },
    })
  }
  for (const url of ['http://localhost:3000/hook', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    expect(await create(url), url).toMatchObject({ status: 422, body: { fields: { url: notPublic } } })
  expect(await create('http://shop.example')).toMatchObject({ status: 422, body: { fields: { url: 'The URL must start with https://' } } })
  expect(await create('https://none.example')).toMatchObject({ status: 422, body: { message: 'The name of the receiver cannot be found' } })
  expect(await create('https://shop.example:8443/hook')).toMatchObject({ status: 201 })
})

test('a name that leads inside by the time of sending is not connected to', async () => {
  const receiver = await startReceiver()
  let looks = 0
  const resolve = async () => ((looks += 1) === 1 ? ['8.8.8.8'] : ['127.0.0.1'])
  const app = await createTestApp({ webhooks: { resolve } })
  const { port } = new URL(receiver.url)
  const { id } = await makeWebhook(app, `https://shop.example:${port}/hook`)
  await makeProduct(app)
  const refused = { status: 'pending', attempts: 1, response_status: null, reason: notPublic }
  await expect.poll(async () => (await listDeliveries(app, id))[0]).toMatchObject(refused)
  expect(looks).toBe(2)
  expect(receiver.received).toEqual([])
  await receiver.close()
})

test('what was saved while addresses inside were allowed is not sent to once they are not', async () => {
  const receiver = await startReceiver()
  const app = await createTestApp({ webhooks: {} })
  const { id } = await makeWebhook(app, 'https://shop.example')
  for (const [url, reason] of [
    ['http://shop.example/hook', 'The URL must start with https://'],
    [receiver.url, notPublic],
    [receiver.url.replace('http:', 'https:'), notPublic],
  ] as const) {
    await app.deps.db.updateTable('webhook').set({ url }).execute()
    await app.call('POST', `/admin/webhooks/${id}/test`)
    await expect.poll(async () => (await listDeliveries(app, id))[0]).toMatchObject({ status: 'failed', reason })
  }
  expect(receiver.received).toEqual([])
  await receiver.close()
})

/** A local name server that waits for a signal, and then resolves every name to 8.8.8.8. */
async function startSilentServer() {
  const questions: (readonly [Buffer, RemoteInfo])[] = []
  const socket = createSocket('udp4', (question, from) => void questions.push([question, from]))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 8, 8, 8, 8])
  const answer = ([question, { port, address }]: readonly [Buffer, RemoteInfo]) => {
    const end = question.indexOf(0, 12) + 5
    const isForIpv4 = question[end - 3] === 1
    const head = Buffer.from([question[0]!, question[1]!, 0x81, 0x80, 0, 1, 0, isForIpv4 ? 1 : 0, 0, 0, 0, 0])
    socket.send(Buffer.concat([head, question.subarray(12, end), ...(isForIpv4 ? [record] : [])]), port, address)
  }
  return {
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    speak: () => {
      questions.forEach(answer)
      socket.on('message', (question, from) => answer([question, from]))
    },
    close: () => socket.close(),
  }
}

test('name servers that do not answer hold up the webhooks, and no sign-in', async () => {
  const server = await startSilentServer()
  const app = await createTestApp({ webhooks: { resolve: (name) => lookUpName(name, [server.address]) } })
  const saved: number[] = []
  const saves = Array.from({ length: 10 }, async (_, index) => {
    const input = { url: `https://shop-${index}.example/`, events: ['product.changed'], active: true }
    saved.push((await app.call('POST', '/admin/webhooks', input)).status)
  })
  await expect.poll(() => server.questions.length).toBeGreaterThanOrEqual(20)
  const login = { identity: testAdmin.username, password: testAdmin.password }
  expect(await app.call('POST', '/auth/password-login', login, { token: null })).toMatchObject({ status: 200 })
  expect(saved).toEqual([])
  server.speak()
  await Promise.all(saves)
  expect(saved).toEqual(Array.from({ length: 10 }, () => 201))
  server.close()
})

test("a name that the machine's own list of hosts holds needs no name server", async () => {
  const server = await startSilentServer()
  expect(await lookUpName('localhost', [server.address])).toContain('127.0.0.1')
  expect(server.questions).toEqual([])
  server.close()
})
