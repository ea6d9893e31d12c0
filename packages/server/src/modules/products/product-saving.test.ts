import { refillCategoryFields, type ProductInput } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { activityOf, dataOf, expectRefusals, makeProduct, readProduct, saveProduct, wholeProduct } from '../../testing/shop/catalogue.ts'

test('every field is saved, read again and answered, and the version counts up', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app, { variants: [{ name: 'Day', price: 1, keys: ['K'] }] })
  app.clock.at = new Date('2030-01-01T02:00:00.000Z')
  const saved = await saveProduct(app, id, { ...wholeProduct, version: 1 })
  expect(saved).toMatchObject({
    ...wholeProduct,
    id,
    version: 2,
    created_at: '2030-01-01T00:00:00.000Z',
    updated_at: '2030-01-01T02:00:00.000Z',
  })
  expect(saved.variants).toMatchObject([{ name: 'Day', stock: 1 }])
  expect(await readProduct(app, id)).toEqual(saved)
})

test('a field that is left out stays, and an unknown one is ignored', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const saved = await saveProduct(app, id, wholeProduct)
  const sent = { name: 'Renamed', thumbnail: 'http://elsewhere/x.png', media_items: [{ id: 1 }], variants: [], id: 77, created_at: 'never' }
  expect(await saveProduct(app, id, sent as ProductInput)).toEqual({ ...saved, name: 'Renamed', version: 3 })
})

test('a save that changes nothing leaves no trace', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const saved = await saveProduct(app, id, wholeProduct)
  app.clock.at = new Date('2030-01-01T03:00:00.000Z')
  expect(await saveProduct(app, id, { ...wholeProduct, version: saved.version })).toEqual(saved)
  expect(await saveProduct(app, id, {})).toEqual(saved)
  expect((await activityOf(app, 'product')).map((row) => row.action)).toEqual(['product.created', 'product.updated'])
})

test('what changed is recorded, before and after, and nothing else', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  await saveProduct(app, id, { name: 'Renamed', featured: true, description: '' })
  expect((await activityOf(app, 'product')).at(-1)).toEqual({
    action: 'product.updated',
    subject_id: id,
    changes: { name: { before: 'Aim', after: 'Renamed' }, featured: { before: false, after: true } },
  })
  expect(
    await app.deps.db
      .selectFrom('activity')
      .select(['actor_kind', 'actor_name'])
      .where('subject_kind', '=', 'product')
      .distinct()
      .execute(),
  ).toEqual([{ actor_kind: 'admin', actor_name: 'admin' }])
})

test("only the chosen category's fields survive a save", async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const everything: ProductInput = {
    ...{
      game_name: 'Rust',
      cheat_type: 'dma',
      has_day_keys: true,
      spoofer_type: 'permanent',
      anti_cheats_supported: ['Vanguard', 'Battle Eye', 'Vanguard'],
    },
    ...{ anti_cheat: 'eac', firmware_type: 'emulated', hardware_type: 'mini_pc' },
  }
  const blank = refillCategoryFields({ ...(await readProduct(app, id)), category: 'none' })
  const { game_name, cheat_type, has_day_keys, spoofer_type, anti_cheats_supported, anti_cheat, firmware_type, hardware_type } = blank
  const none = { game_name, cheat_type, has_day_keys, spoofer_type, anti_cheats_supported, anti_cheat, firmware_type, hardware_type }
  const kept = {
    cheats: { game_name: 'Rust', cheat_type: 'dma', has_day_keys: true },
    spoofers: { spoofer_type: 'permanent', has_day_keys: true, anti_cheats_supported: ['Vanguard', 'Battle Eye'] },
    firmware: { anti_cheat: 'eac', firmware_type: 'emulated' },
    hardware: { hardware_type: 'mini_pc' },
  } as const
  for (const category of ['spoofers', 'firmware', 'hardware', 'cheats'] as const) {
    expect(await saveProduct(app, id, { ...everything, category })).toMatchObject({ ...none, ...kept[category], category })
  }
})

test('changing the category alone clears what belonged to the old one', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  await saveProduct(app, id, wholeProduct)
  expect(await saveProduct(app, id, { category: 'hardware' })).toMatchObject({
    category: 'hardware',
    game_name: '',
    cheat_type: '',
    has_day_keys: false,
  })
})

test('a dash and select_game mean no game', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  for (const game_name of ['-', 'select_game']) {
    await saveProduct(app, id, { game_name: 'Rust' })
    expect((await saveProduct(app, id, { game_name })).game_name).toBe('')
  }
})

test('HTML is cleaned in each field that holds it, and instructions stay plain text', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const nasty = '<p onclick="x()">Hi<script>alert(1)</script></p><img src="data:image/png;base64,AAAA"><a href="javascript:x()">y</a>'
  const saved = await saveProduct(app, id, {
    full_description: nasty,
    requirements: nasty,
    instructions: nasty,
    updates: [{ title: 'Patch', date: '2030-01-31', description: nasty }],
  })
  for (const html of [saved.full_description, saved.requirements, saved.updates[0]?.description]) {
    expect(html).toContain('Hi')
    expect(html).not.toMatch(/onclick|script|base64/)
  }
  expect(saved.instructions).toBe(nasty)
  expect(await readProduct(app, id)).toEqual(saved)
})

test('a stale version is a conflict that shows the product as it is', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const current = await saveProduct(app, id, { name: 'Theirs', version: 1 })
  await expectRefusals(app, [
    { call: ['PUT', `/admin/products/${id}`, { name: 'Mine', version: 1 }], status: 409, says: { code: 'stale_version', current } },
    { call: ['PUT', `/admin/products/${id}`, { name: 'Mine', version: 3 }], status: 409 },
    { call: ['PUT', `/admin/products/${id}`, { version: 1 }], status: 409 },
  ])
  expect(await saveProduct(app, id, { name: 'Mine' })).toMatchObject({ name: 'Mine', version: 3 })
})

test('exactly one of twenty saves of one version at once wins', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const saves = Array.from({ length: 20 }, (_, number) => app.call('PUT', `/admin/products/${id}`, { name: `Name ${number}`, version: 1 }))
  const answers = await Promise.all(saves)
  const winners = answers.filter((answer) => answer.status === 200)
  expect(winners).toHaveLength(1)
  const winner = dataOf(winners[0]!)
  expect(winner).toMatchObject({ version: 2 })
  for (const answer of answers.filter((each) => each.status !== 200)) {
    expect(answer).toMatchObject({ status: 409, body: { code: 'stale_version', current: winner } })
  }
  expect(await readProduct(app, id)).toEqual(winner)
  expect(await activityOf(app, 'product')).toHaveLength(2)
})
