import { coupons, endpoint, games, products } from '@keydesk/contract'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { host, refusalOf, hostAnswering } from '../../test/host.ts'

const game = { id: 3, name: 'Apex' }
const bare = endpoint({
  method: 'GET',
  path: '/admin/bare',
  access: 'orders:read',
  summary: 'A list without an envelope',
  response: z.array(z.int()),
})
const status = endpoint({
  method: 'POST',
  path: '/admin/status',
  access: 'orders:read',
  summary: 'Another envelope',
  response: z.object({ status: z.string() }),
})
test('reads an answer with and without the envelope', async () => {
  expect(await hostAnswering({ data: [game] }).api(games.list, {})).toEqual({ data: [game] })
  expect(await hostAnswering([game]).api(games.list, {})).toEqual({ data: [game] })
})

test('unwraps an answer that the contract wants bare', async () => {
  expect(await hostAnswering([1, 2]).api(bare, {})).toEqual([1, 2])
  expect(await hostAnswering({ data: [1, 2] }).api(bare, {})).toEqual([1, 2])
  expect(await hostAnswering({ status: 'running' }).api(status, {})).toEqual({ status: 'running' })
  expect(await hostAnswering({ data: { status: 'running' } }).api(status, {})).toEqual({ status: 'running' })
})

test('a missing field reads as its empty value', async () => {
  const answer = await hostAnswering({
    data: { id: 7, name: 'Aurora', variants: [{ id: 1, product_id: 7, name: 'Month', price: 9.5, keys: [] }] },
  }).api(products.find, {
    params: { id: 7 },
  })
  expect(answer.data).toMatchObject({ id: 7, name: 'Aurora', description: '', media_items: [], faq: [], variants: [{ price: 9.5 }] })
})

test('numbers sent as text become numbers', async () => {
  const variants = [{ id: '1', product_id: '7', name: 'Month', price: '4.99', stock: '12' }]
  const media_items = [{ id: '3', type: 'image', url: '/a.webp', display_order: '2' }]
  const { data } = await hostAnswering({ id: '7', name: 'Aurora', variants, media_items }).api(products.find, { params: { id: 7 } })
  expect(data).toMatchObject({
    id: 7,
    variants: [{ id: 1, product_id: 7, price: 4.99, stock: 12 }],
    media_items: [{ id: 3, display_order: 2 }],
  })
})

test('a bad row is left out of any list; the console shows how many, without their content', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const rows = [game, null, { name: 'SECRET' }, 'SECRET', { id: '4', name: 'Rust' }]
  const kept = [game, { id: 4, name: 'Rust' }]
  expect(await hostAnswering({ data: rows }).api(games.list, {})).toEqual({ data: kept })
  expect(await hostAnswering(rows).api(games.list, {})).toEqual({ data: kept })
  const warning = 'GET /games-list: unreadable rows left out: 3'
  expect(warn.mock.calls).toEqual([[warning], [warning]])

  expect(await hostAnswering([1, 'x', 2]).api(bare, {})).toEqual([1, 2])
  expect(await hostAnswering({ data: [1, 'x', 2] }).api(bare, {})).toEqual([1, 2])
  const variants = [{ id: 1, name: 'Month' }, null, { name: 'no id' }]
  const { data } = await hostAnswering({ id: 7, faq: [{ question: 'q', answer: 'a' }, 3], variants }).api(products.find, {
    params: { id: 7 },
  })
  expect([data.faq, data.variants.map(({ id }) => id)]).toEqual([[{ question: 'q', answer: 'a' }], [1]])
  expect(warn.mock.lastCall).toEqual(['GET /products/id/:id: unreadable rows left out: 3'])
})

test('a good list gives no warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  await hostAnswering({ data: [game] }).api(games.list, {})
  expect(warn).not.toHaveBeenCalled()
})

test('unknown fields of a product are kept, at every depth', async () => {
  const product = {
    publisher: { name: 'x' },
    rating: '4.5',
    faq: [{ question: 'q', answer: 'a', order: 1 }],
    updates: [{ title: 't', date: '2026-10-01', description: 'd', author: 'ann' }],
    media_items: [{ id: 3, type: 'image', url: '/a.webp', display_order: 0, alt: 'A' }],
    variants: [
      { id: 1, product_id: 7, name: 'Month', price: 4.99, sku: 'M1', keys: [{ id: 5, variant_id: 1, value: 'K', sold: false }, 'L'] },
    ],
  }
  const find = await hostAnswering({ data: { id: 7, name: 'Aurora', ...product } }).api(products.find, { params: { id: 7 } })
  const kept = { ...product, variants: [{ ...product.variants[0], keys: [product.variants[0]!.keys[0], { value: 'L' }] }] }
  expect(find.data).toMatchObject(kept)
  const list = await hostAnswering([{ id: 7, ...product }]).api(products.list, {})
  expect(list.data).toMatchObject([kept])
})

test('keeps the product names of a coupon beside the ids', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const chosen = [{ id: '7', name: 'Aurora' }, 8, '9', { id: 10 }, { name: 'no id' }]
  const { data } = await hostAnswering([{ id: 1, applicable_products: chosen }]).api(coupons.list, { query: {} })
  expect(data).toMatchObject([{ applicable_products: [7, 8, 9, 10], product_names: { 7: 'Aurora' } }])
})

test('a write succeeds whatever a foreign host answers', async () => {
  const input = { params: { id: 7 }, body: { name: 'Aurora' } }
  expect(await hostAnswering({ message: 'ok' }).api(products.update, input)).toBeUndefined()
  expect(await host(() => new Response(null, { status: 204 })).api(products.update, input)).toBeUndefined()
  expect(await hostAnswering({ deleted: true }).api(products.remove, { params: { id: 7 } })).toEqual({ data: null })
  expect(await host(() => new Response('gone')).api(products.remove, { params: { id: 7 } })).toEqual({ data: null })
})

test('an unreadable answer to a read is an error', async () => {
  for (const body of [{ data: 'no list' }, null, { games: [] }]) {
    expect((await refusalOf(hostAnswering(body).api(games.list, {}))).code).toBe('unexpected_answer')
  }
  expect((await refusalOf(host(() => new Response('<html>')).api(games.list, {}))).code).toBe('unexpected_answer')
})
