import type { Product } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { system } from '../../actor.ts'
import { createTestApp } from '../../testing.ts'
import {
  activityOf,
  dataOf,
  everythingStored,
  expectRefusals,
  expectStockToAddUp,
  listProducts,
  makeProduct,
  readProduct,
  readVariant,
  saveProduct,
  valuesOf,
} from '../../testing/shop/catalogue.ts'
import { queriesOf } from '../../testing/databases/queries.ts'
import { createApiKey } from '../api-keys/api-keys.service.ts'
import * as service from './catalogue.service.ts'

test('a new product is cheats, Updated, Undetected and otherwise empty', async () => {
  const app = await createTestApp()
  const answer = await app.call('POST', '/admin/products', {
    name: '  Aim  ',
    description: 'Short',
    id: 99,
    category: 'hardware',
    thumbnail: 'x',
    colour: 'red',
  })
  expect(answer).toMatchObject({ status: 200 })
  expect(answer.body).toEqual({
    data: {
      id: 1,
      name: 'Aim',
      description: 'Short',
      full_description: '',
      category: 'cheats',
      featured: false,
      unlisted: false,
      sales_paused: false,
      game_name: '',
      cheat_type: '',
      has_day_keys: false,
      spoofer_type: '',
      anti_cheats_supported: [],
      anti_cheat: '',
      firmware_type: '',
      hardware_type: '',
      update_status: 'Updated',
      detection_status: 'Undetected',
      requirements: '',
      supported_on: '',
      instructions: '',
      thumbnail: '',
      thumbnail_card: '',
      media_items: [],
      faq: [],
      updates: [],
      variants: [],
      version: 1,
      created_at: '2030-01-01T00:00:00.000Z',
      updated_at: '2030-01-01T00:00:00.000Z',
    },
  })
  expect(await readProduct(app, 1)).toEqual(dataOf(answer))
})

test('a product is made together with its variants and their keys', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app, {
    variants: [
      { name: 'Day', price: 1.99, keys: [' D-1 ', '', 'D-2', 'D-1'] },
      { name: 'Month', price: 1_000_000, keys: [] },
    ],
  })
  expect(product.variants).toEqual([
    { id: expect.any(Number), product_id: product.id, name: 'Day', price: 1.99, stock: 2, version: 1 },
    { id: expect.any(Number), product_id: product.id, name: 'Month', price: 1_000_000, stock: 0, version: 1 },
  ])
  expect(valuesOf(await readVariant(app, product.variants[0]?.id ?? 0))).toEqual(['D-1', 'D-2'])
  await expectStockToAddUp(app)
  expect((await activityOf(app, 'product')).map((row) => row.action)).toEqual(['product.created'])
  expect((await activityOf(app, 'variant')).map((row) => row.action)).toEqual(['variant.created', 'variant.created'])
})

test('the list has the newest first, with counts of stock and never a key', async () => {
  const app = await createTestApp()
  const old = await makeProduct(app, { name: 'Old', variants: [{ name: 'Day', price: 1, keys: ['SECRET-1', 'SECRET-2'] }] })
  dataOf(await app.call('POST', `/admin/products/${old.id}/videos`, { url: 'https://vimeo.com/76979871' }))
  await makeProduct(app, { name: 'New' })
  const list = await listProducts(app)
  expect(list.map((product) => product.name)).toEqual(['New', 'Old'])
  // One product passes through the contract's schema, the list does not: both must be equal.
  expect(list[1]).toEqual(await readProduct(app, old.id))
  expect(list[1]?.variants).toMatchObject([{ name: 'Day', stock: 2 }])
  expect(JSON.stringify(list)).not.toContain('SECRET')
})

test('the list asks as many questions of the database for twenty products as for one', async () => {
  const app = await createTestApp()
  const countQueries = async () => (await queriesOf(app.deps.db, (db) => service.listProducts({ ...app.deps, db }))).length
  const withVariant = { variants: [{ name: 'Day', price: 1, keys: ['K'] }] }
  await makeProduct(app, withVariant)
  const forOne = await countQueries()
  for (let made = 1; made < 20; made += 1) await makeProduct(app, withVariant)
  expect(forOne).toBeGreaterThan(0)
  expect(await countQueries()).toBe(forOne)
})

test('a stranger, or a storefront with its key, gets the public view: no stock, never a key, nothing unlisted', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app, { variants: [{ name: 'Day', price: 1.5, keys: ['SECRET-1'] }] })
  const asStranger = () => app.call('GET', `/products/id/${id}`, undefined, { token: null })
  const seen = dataOf(await asStranger()) as Product
  const { key } = await createApiKey(app.deps, system, 'shop')
  expect(dataOf(await app.call('GET', `/products/id/${id}`, undefined, { token: key }))).toEqual(seen)
  expect(seen).toMatchObject({ id, name: 'Aim', variants: [{ name: 'Day', price: 1.5 }] })
  expect(seen.variants[0]).not.toHaveProperty('stock')
  expect(seen.variants[0]).not.toHaveProperty('keys')
  expect(JSON.stringify(seen)).not.toContain('SECRET')

  await saveProduct(app, id, { unlisted: true })
  expect(await asStranger()).toMatchObject({ status: 404, body: { code: 'not_found', message: 'Product not found' } })
  expect(await app.call('GET', `/products/id/${id}`, undefined, { token: key })).toMatchObject({ status: 404 })
  expect(await readProduct(app, id)).toMatchObject({ unlisted: true, variants: [{ stock: 1 }] })
})

test('a customer with a session sees no more than a stranger', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app, { variants: [{ name: 'Day', price: 1, keys: ['K'] }] })
  await app.deps.db.updateTable('app_user').set({ role: 'customer' }).execute()
  expect((await readProduct(app, id)).variants[0]).not.toHaveProperty('stock')
  await app.deps.db.updateTable('product').set({ unlisted: 1 }).execute()
  expect(await app.call('GET', `/products/id/${id}`)).toMatchObject({ status: 404 })
})

test('a product that cannot be made changes nothing', async () => {
  const app = await createTestApp()
  const post = (body: unknown) => ['POST', '/admin/products', body] as const
  const priced = (price: unknown) => post({ name: 'Aim', variants: [{ name: 'Day', price, keys: [] }] })
  const badPrice = { fields: { 'variants.0.price': 'Price must be a number from 0 to 1,000,000 with at most 2 decimals' } }
  await expectRefusals(app, [
    { call: post({}), status: 400, says: { fields: { name: 'Name is required' } } },
    { call: post({ name: '  ' }), status: 400, says: { message: 'Name is required', fields: { name: 'Name is required' } } },
    { call: post({ name: 12 }), status: 400 },
    { call: post({ name: 'x'.repeat(201) }), status: 400 },
    { call: post({ name: 'Aim', description: null }), status: 400, says: { fields: { description: 'Description must be text' } } },
    { call: post({ name: 'Aim', variants: {} }), status: 400, says: { fields: { variants: 'Variants must be a list' } } },
    { call: post({ name: 'Aim', variants: [{ price: 1 }] }), status: 400 },
    { call: post({ name: 'Aim', variants: [{ name: '', price: 1 }] }), status: 400 },
    { call: priced('1.99'), status: 400, says: badPrice },
    { call: priced(-0.01), status: 400, says: badPrice },
    { call: priced(1.999), status: 400, says: badPrice },
    { call: priced(1_000_000.01), status: 400, says: badPrice },
    { call: priced(null), status: 400, says: badPrice },
    { call: post({ name: 'Aim', variants: [{ name: 'Day', price: 1, keys: 'K' }] }), status: 400 },
    { call: post({ name: 'Aim', variants: [{ name: 'Day', price: 1, keys: [7] }] }), status: 400 },
    {
      // The first variant is valid, but must not be stored either.
      call: post({
        name: 'Aim',
        variants: [
          { name: 'Day', price: 1, keys: ['K'] },
          { name: 'Month', price: 1, keys: ['', 'ok', 'a\tb'] },
        ],
      }),
      status: 400,
      says: { fields: { 'variants.1.keys': 'Line 3: A key must be one line of visible characters' } },
    },
    { call: post([]), status: 400, says: { message: 'The body must be a JSON object' } },
    { call: post({ name: '\ud800' }), status: 400, says: { fields: { name: 'Holds a character that cannot be stored' } } },
  ])
  expect(await listProducts(app)).toEqual([])
})

test('a body that is not JSON is refused', async () => {
  const app = await createTestApp()
  const before = await everythingStored(app)
  for (const payload of ['{"name": "Aim"', '', 'name=Aim', '{"name": "Aim", "__proto__": {"x": 1}}']) {
    const headers = { authorization: app.token, 'content-type': 'application/json' }
    const answer = await app.app.inject({ method: 'POST', url: '/admin/products', headers, payload })
    expect({ status: answer.statusCode, body: answer.json() }, payload).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  }
  const asForm = { authorization: app.token, 'content-type': 'application/x-www-form-urlencoded' }
  expect(await app.app.inject({ method: 'POST', url: '/admin/products', headers: asForm, payload: 'name=Aim' })).toMatchObject({
    statusCode: 415,
  })
  expect(await everythingStored(app)).toEqual(before)
})

test('ids that are none are refused in every place of a product', async () => {
  const app = await createTestApp()
  await makeProduct(app)
  const silly = ['0', '-1', 'abc', '1.5', '99999999999999999999', '1e3', '0x1', '%20', '1%00']
  await expectRefusals(
    app,
    silly.flatMap((id) => [
      { call: ['GET', `/products/id/${id}`] as const, status: 400, says: { message: 'An id must be a positive whole number' } },
      { call: ['PUT', `/admin/products/${id}`, { name: 'New' }] as const, status: 400 },
      { call: ['DELETE', `/admin/products/${id}`] as const, status: 400 },
    ]),
  )
  await expectRefusals(app, [
    { call: ['GET', '/products/id/404'], status: 404, says: { code: 'not_found', message: 'Product not found' } },
    { call: ['PUT', '/admin/products/404', { name: 'New' }], status: 404 },
    { call: ['PUT', '/admin/products/9007199254740991', { name: 'New' }], status: 404 },
    { call: ['DELETE', '/admin/products/404'], status: 404 },
  ])
  expect(await listProducts(app)).toHaveLength(1)
})

test('an older row that names other anti-cheats is answered with the three alone', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  await saveProduct(app, id, { category: 'spoofers', anti_cheats_supported: ['Vanguard'] })
  const odd = JSON.stringify(['Ricochet', 'Vanguard', 'vanguard', 'Battle Eye', 'Vanguard'])
  await app.deps.db.updateTable('product').set({ anti_cheats_supported: odd }).execute()
  const three = ['Vanguard', 'Battle Eye']
  expect((await readProduct(app, id)).anti_cheats_supported).toEqual(three)
  expect((await listProducts(app))[0]?.anti_cheats_supported).toEqual(three)
  expect((await saveProduct(app, id, { name: 'Other' })).anti_cheats_supported).toEqual(three)
})
