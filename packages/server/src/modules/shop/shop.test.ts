import type { OrderDetails, ShopSettings } from '@keydesk/contract'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { activityOf, dataOf } from '../../testing/shop/catalogue.ts'
import { blank, makeImage, storedFiles, uploadLogo } from '../../testing/images.ts'
import { createMailingApp, mailsOf } from '../../testing/shop/mails.ts'
import { openSilentBucket } from '../../testing/media.ts'
import { makeStock, openShop } from '../../testing/shop/shop.ts'
import { createTestApp, type TestApp } from '../../testing.ts'
import { startMailSender } from '../mails/mail-channel.service.ts'

const blankShop = { name: '', reply_to: '', terms_url: '', privacy_url: '', books_zone: '' }
const ours = {
  ...{ name: 'Aurora Keys', reply_to: 'help@aurora.example', terms_url: 'https://aurora.example/terms' },
  ...{ privacy_url: 'http://aurora.example/privacy?lang=en', books_zone: 'Asia/Kathmandu' },
}
const settingsOf = async (app: TestApp) => dataOf(await app.call('GET', '/admin/shop')) as ShopSettings
const giveLogo = async (app: TestApp, bytes: Uint8Array) => dataOf(await uploadLogo(app, bytes)) as ShopSettings
const openTo = async (app: TestApp) => (await app.app.inject('/auth/shop')).json<{ data: unknown }>().data

test('a shop has the name of its server until it has its own, and anybody may know the name, the terms and the privacy notice', async () => {
  const app = await createTestApp()
  expect(await settingsOf(app)).toEqual({ ...blankShop, default_name: 'Keydesk', from: '', logo_url: '' })
  expect(await openTo(app)).toEqual({ name: 'Keydesk', terms_url: '', privacy_url: '' })
  expect(dataOf(await app.call('PUT', '/admin/shop', ours))).toEqual({ ...ours, default_name: 'Keydesk', from: '', logo_url: '' })
  expect(await settingsOf(app)).toMatchObject(ours)
  expect(await openTo(app)).toEqual({ name: ours.name, terms_url: ours.terms_url, privacy_url: ours.privacy_url })

  const [saved] = await activityOf(app, 'shop')
  expect(saved).toMatchObject({ action: 'shop.updated', changes: { books_zone: { before: '', after: 'Asia/Kathmandu' } } })
  // Fields that are left out stay.
  expect(dataOf(await app.call('PUT', '/admin/shop', { reply_to: '' }))).toMatchObject({ ...ours, reply_to: '' })
  expect(dataOf(await app.call('PUT', '/admin/shop', {}))).toMatchObject({ ...ours, reply_to: '' })
  await app.call('PUT', '/admin/shop', ours)
  expect(await activityOf(app, 'shop')).toHaveLength(3)
  // Saved again as it is: no further entry.
  await app.call('PUT', '/admin/shop', ours)
  expect(await activityOf(app, 'shop')).toHaveLength(3)
})

test.each([
  ['name', 'One\nTwo', 'Shop name must be one line'],
  ['name', 'x'.repeat(101), 'Shop name must be at most 100 characters'],
  ['reply_to', 'help', 'Reply-to must be an email address'],
  ['reply_to', 'help@shop.test\r\nBcc: x@example.com', 'Reply-to must be an email address'],
  ['terms_url', 'javascript:alert(1)', 'Terms must be a web address, such as https://shop.example/terms'],
  ['terms_url', '//aurora.example/terms', 'Terms must be a web address, such as https://shop.example/terms'],
  ['privacy_url', 'https://aurora.example/a b', 'Privacy must be a web address, such as https://shop.example/terms'],
  ['privacy_url', `https://aurora.example/${'x'.repeat(500)}`, 'Privacy must be at most 500 characters'],
  ['books_zone', 'Mars/Olympus', 'Time zone of the books must be the name of a time zone, such as Europe/Paris'],
  ['books_zone', '+05:45', 'Time zone of the books must be the name of a time zone, such as Europe/Paris'],
])('%s %j is refused', async (field, value, sentence) => {
  const app = await createTestApp()
  expect(await app.call('PUT', '/admin/shop', { ...ours, [field]: value })).toMatchObject({
    ...{ status: 400, body: { fields: { [field]: sentence } } },
  })
  expect(await settingsOf(app)).toMatchObject(blankShop)
})

test('a logo is stored as a small PNG that anybody can see; another one takes its place, and it can be removed', async () => {
  const app = await createTestApp()
  const { logo_url } = await giveLogo(app, await blank(2_000, 500).webp().toBuffer())
  const shown = await app.app.inject(new URL(logo_url).pathname)
  expect(shown).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/png' } })
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'png', width: 480, height: 120 })
  expect(await settingsOf(app)).toMatchObject({ logo_url })

  const other = await giveLogo(app, await makeImage('png', 60, 60))
  expect(other.logo_url).not.toBe(logo_url)
  expect(await storedFiles(app)).toEqual([other.logo_url.split('/').at(-1)])
  expect((await app.app.inject(new URL(logo_url).pathname)).statusCode).toBe(404)

  expect((await uploadLogo(app, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).status).toBe(415)
  expect(await settingsOf(app)).toMatchObject({ logo_url: other.logo_url })
  expect(dataOf(await app.call('DELETE', '/admin/shop/logo'))).toMatchObject({ logo_url: '' })
  expect(dataOf(await app.call('DELETE', '/admin/shop/logo'))).toMatchObject({ logo_url: '' })
  expect(await storedFiles(app)).toEqual([])
  expect((await activityOf(app, 'shop')).map(({ action }) => action)).toEqual(Array.from({ length: 3 }, () => 'shop.logo_changed'))
})

test('two logos at once leave one file', async () => {
  const app = await createTestApp()
  await Promise.all([giveLogo(app, await makeImage('png', 20, 20)), giveLogo(app, await makeImage('png', 30, 30))])
  expect(await storedFiles(app)).toEqual([(await settingsOf(app)).logo_url.split('/').at(-1)])
})

test('a mail carries the logo, and is readable without it', async () => {
  const app = await createMailingApp()
  await app.call('PUT', '/admin/shop', { ...blankShop, name: 'Aurora "Keys"' })
  const { logo_url } = await giveLogo(app, await makeImage('png', 90, 30))
  const shop = await openShop(app)
  const variant = await makeStock(app, 2)
  const { id } = await shop.sell({ [variant.id]: 1 })
  await expect.poll(() => mailsOf(app, id)).toMatchObject([{ state: 'sent' }])
  const [mail] = app.mailbox.mails
  expect(mail!.raw).toMatch(/^Content-ID: <logo@keydesk>/im)
  // The reader puts the picture in place of its id.
  expect(mail!.html).toMatch(/<img class="logo" src="data:image\/png;base64,[^"]+" alt="Aurora &#34;Keys&#34;"/)
  expect(mail!.from).toContain('Aurora')

  const read = async () => {
    const [sent] = await mailsOf(app, id)
    return (dataOf(await app.call('GET', `/admin/purchases/orders/${id}/mails/${sent!.id}`)) as { html: string }).html
  }
  expect(await read()).toContain(`src="${logo_url}"`)
  const other = await giveLogo(app, await makeImage('png', 60, 30))
  await app.media.block(other.logo_url.split('/').at(-1)!)
  const { id: next } = await shop.sell({ [variant.id]: 1 })
  await expect.poll(() => mailsOf(app, next)).toMatchObject([{ state: 'sent' }])
  expect(app.mailbox.mails[1]!.attachments).toEqual([])
  expect(app.mailbox.mails[1]!.html).toContain('alt="Aurora &#34;Keys&#34;"')
})

test('a media storage that does not answer holds up neither mails nor a stop', async () => {
  const app = await createMailingApp()
  await giveLogo(app, await makeImage('png', 90, 30))
  const shop = await openShop(app)
  const variant = await makeStock(app, 3)
  const sell = async () => (await shop.sell({ [variant.id]: 1 })).id
  const first = await sell()
  await expect.poll(() => mailsOf(app, first)).toMatchObject([{ state: 'sent' }])
  const { asked, files, close } = await openSilentBucket()
  onTestFinished(close)
  Object.assign(app.deps, { files })
  // The logo has been read.
  const second = await sell()
  await expect.poll(() => mailsOf(app, second)).toMatchObject([{ state: 'sent' }])
  expect(app.mailbox.mails.map(({ raw }) => raw.includes('<logo@keydesk>'))).toEqual([true, true])
  expect(asked).toEqual([])

  // The state after a start.
  await app.stopSender()
  const next = startMailSender(app.deps, { checkMs: 10 })
  const third = await sell()
  await expect.poll(() => asked.length).toBe(1)
  await next.stop()
  expect(await mailsOf(app, third)).toMatchObject([{ state: 'waiting', attempts: 0 }])
  const last = startMailSender(app.deps, { checkMs: 10 })
  await expect.poll(() => mailsOf(app, third), { timeout: 10_000 }).toMatchObject([{ state: 'sent', attempts: 1 }])
  await last.stop()
  expect(app.mailbox.mails.at(-1)!.attachments).toEqual([])
  expect(app.logged.filter((line) => line.includes('a mail was sent without the logo'))).toHaveLength(1)
})

test('the page of an order and the lost orders have the logo of this server, and the name without one', async () => {
  const app = await createTestApp()
  await app.call('PUT', '/admin/shop', { ...blankShop, name: 'Aurora <Keys>' })
  const shop = await openShop(app)
  const variant = await makeStock(app, 1)
  const { id } = await shop.sell({ [variant.id]: 1 })
  const { page_url } = dataOf(await app.call('GET', `/admin/purchases/orders/${id}`)) as OrderDetails
  const paths = [new URL(page_url!).pathname, '/lost', '/o/unknown']
  for (const path of paths) expect((await app.app.inject(path)).body, path).toContain('<p class="brand">Aurora &#60;Keys&#62;</p>')

  const { logo_url } = await giveLogo(app, await makeImage('png', 90, 30))
  for (const path of paths) {
    const page = await app.app.inject(path)
    expect(page.body, path).toContain(`<img src="${new URL(logo_url).pathname}" alt="Aurora &#60;Keys&#62;"`)
    expect(page.headers['content-security-policy'], path).toContain("default-src 'none'")
    expect(page.headers['content-security-policy'], path).toContain("img-src 'self' data:;")
    expect(page.body.length, path).toBeLessThan(15_000)
  }
})
