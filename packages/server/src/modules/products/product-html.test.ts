import { limits, type Product } from '@keydesk/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { breathe } from '../../breathe.ts'
import { createTestApp } from '../../testing.ts'
import { anyHtml } from '../../testing/any-html.ts'
import { makeProduct, saveProduct } from '../../testing/shop/catalogue.ts'
import { hostileHtml } from '../../testing/hostile-html.ts'

const withText = (text: string, before: string) => ({
  full_description: text,
  requirements: before + text,
  updates: [{ title: 'Patch', date: '2030-01-31', description: `${before}x${text}` }],
})
const tooLong = 'must be at most 200000 characters, with special characters and links written out as HTML'

/** NUL is refused before HTML is cleaned. */
const withoutNul = (text: string): string => text.replaceAll('\0', '')

const textsOf = ({ full_description, requirements, updates }: Product) => ({ full_description, requirements, updates })

/** `npm run soak` sets a higher number. */
const rounds = Number(process.env['KEYDESK_SOAK_CHOICES'] ?? 80)

test('what is stored of any text can be saved again, and stays as it is', { timeout: 60_000 + rounds * 200 }, async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const before = fc.constantFrom('', '&nbsp;', '<script></script> ', ' <i></i>\n')
  const text = fc.oneof({ weight: 3, arbitrary: anyHtml }, { weight: 1, arbitrary: fc.constantFrom(...hostileHtml) }).map(withoutNul)
  const property = fc.asyncProperty(text, before, async (html, start) => {
    const saved = await saveProduct(app, id, withText(html, start))
    expect(await saveProduct(app, id, textsOf(saved))).toEqual(saved)
  })
  await fc.assert(property, { numRuns: rounds })
})

test.each([
  ['non-breaking spaces', '\u00a0', '&nbsp;'],
  ['signs', '<', '&lt;'],
  ['links', '<a href=x>x</a>', '<a target="_blank" rel="noopener noreferrer nofollow" href="x">x</a>'],
])('%s that would outgrow the limit once they are written out are refused', async (_, sent, written) => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const most = Math.floor(limits.html / written.length)
  const saved = await saveProduct(app, id, { full_description: sent.repeat(most) })
  expect(saved.full_description).toBe(written.repeat(most))
  expect(await saveProduct(app, id, { full_description: saved.full_description })).toEqual(saved)

  expect(await app.call('PUT', `/admin/products/${id}`, { full_description: sent.repeat(most + 1) })).toMatchObject({
    status: 400,
    body: { message: `Full description ${tooLong}`, fields: { full_description: expect.any(String) } },
  })
})

test('the other texts have the same limit', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const spaces = '\u00a0'.repeat(limits.html / 6)
  expect(await app.call('PUT', `/admin/products/${id}`, { requirements: `${spaces}xxx` })).toMatchObject({
    status: 400,
    body: { message: `System requirements ${tooLong}` },
  })
  const updates = [{ title: 'Patch', date: '2030-01-31', description: `xx${spaces}x` }]
  expect(await app.call('PUT', `/admin/products/${id}`, { updates })).toMatchObject({
    status: 400,
    body: { fields: { 'updates.0.description': `Description ${tooLong}` } },
  })
})

test('others are answered while a long text is cleaned', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  let answered = 0
  const askAnother = async (): Promise<boolean> => {
    expect((await app.call('GET', '/health')).status).toBe(200)
    answered += 1
    await breathe()
    return false
  }
  const saved = saveProduct(app, id, { full_description: '<b>x</b>'.repeat(8_000) }).then(() => true)
  while (!(await Promise.race([saved, askAnother()]))) continue
  expect(answered).toBeGreaterThan(20)
})
