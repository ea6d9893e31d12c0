import type { Coupon } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { dataOf, makeProduct, makeVariant, readProduct, saveProduct, saveVariant } from '../../testing/shop/catalogue.ts'
import { makeCoupon } from '../../testing/shop/coupons.ts'
import { entryOf, readHistory, restore } from '../../testing/shop/history.ts'
import { addMember } from '../../testing/shop/members.ts'
import { openShop } from '../../testing/shop/shop.ts'

const refusal = (message: string | RegExp) => ({
  status: 409,
  body: { code: 'cannot_restore', message: expect.stringMatching(message) },
})
const put = async (app: TestApp, path: string, body: object) => dataOf(await app.call('PUT', path, body))

test('an earlier value of a field of any thing is restored by a change like any other', async () => {
  const app = await createTestApp()
  const shop = await openShop(app)
  const { id } = await makeProduct(app)
  await saveProduct(app, id, {
    name: 'Renamed',
    full_description: '<p>New</p>',
    updates: [{ title: 'T', date: '2030-01-01', description: '<p>x</p>' }],
  })
  const entry = await entryOf(app, 'product.updated')
  expect(entry).toMatchObject({ can_restore: true, restorable: ['name', 'full_description', 'updates'] })
  expect(await restore(app, entry, 'name')).toMatchObject({ status: 200, body: { data: { id, name: 'Aim', version: 3 } } })
  expect(await readProduct(app, id)).toMatchObject({ name: 'Aim', full_description: '<p>New</p>' })
  expect(await restore(app, entry, 'updates')).toMatchObject({ status: 200, body: { data: { updates: [] } } })
  const [newest] = await readHistory(app, `subject_kind=product&subject_id=${id}&limit=1`)
  expect(newest).toMatchObject({ action: 'product.updated', actor: { name: 'admin' }, changes: { updates: { after: [] } } })
  expect(await restore(app, entry, 'name')).toMatchObject(refusal('It has this value already'))

  const variant = await makeVariant(app, ['SECRET-1'])
  await saveVariant(app, variant.id, { price: 20, low_stock_threshold: 5, max_per_order: 2 })
  const change = await entryOf(app, 'variant.updated')
  expect(change.subject).toMatchObject({ name: 'Month', product_id: variant.product_id, product_name: 'Aim' })
  for (const [field, value] of Object.entries({ price: 9.99, low_stock_threshold: null, max_per_order: 100 })) {
    const answer = await restore(app, change, field)
    expect(answer, field).toMatchObject({ status: 200, body: { data: { id: variant.id, [field]: value, stock: 1 } } })
    expect(JSON.stringify(answer.body)).not.toContain('SECRET')
  }

  const { id: userId } = await shop.addUser('ann')
  const settings = `/admin/referrals/settings/${userId}`
  await put(app, settings, { enabled: false, custom_commission: 20 })
  const saved = await entryOf(app, 'referral_user.settings_saved')
  expect(await restore(app, saved, 'custom_commission')).toMatchObject({
    status: 200,
    body: { data: { commission_rate: null, referral_enabled: false } },
  })
  expect(await restore(app, saved, 'enabled')).toMatchObject({ status: 200, body: { data: { referral_enabled: true } } })

  const { id: newsId } = dataOf(await app.call('POST', '/admin/announcements', { title: 'A', content: 'B' })) as { id: number }
  await put(app, `/admin/announcements/${newsId}`, { title: 'C', content: 'D' })
  expect(await restore(app, await entryOf(app, 'announcement.updated'), 'title')).toMatchObject({
    body: { data: { title: 'A', content: 'D' } },
  })

  await put(app, '/admin/discord/settings', { updates_channel_id: '300000000000000001', bot_token: 'a.b.c' })
  const bot = await entryOf(app, 'discord.settings_updated')
  expect(bot.restorable).toEqual(['updates_channel_id'])
  expect(await restore(app, bot, 'updates_channel_id')).toMatchObject({ body: { data: { updates_channel_id: '', bot_token_set: true } } })
  expect(await restore(app, bot, 'bot_token')).toMatchObject(refusal('This field cannot be restored'))
})

test('fields that mean something only together come back together, as they were at that moment', async () => {
  const app = await createTestApp()
  const preview = async (row: { readonly id: number }, field: string) => app.call('GET', `/admin/activity/${row.id}/restore?field=${field}`)
  const [{ id: one }, { id: other }] = [await makeProduct(app, { name: 'One' }), await makeProduct(app, { name: 'Other' })]
  const coupon = await makeCoupon(app, {
    discount_type: 'percentage',
    discount_value: 20,
    applicable_to_all: false,
    applicable_products: [one],
  })
  const save = async (change: Partial<Coupon>) => {
    const [{ current_usage: _, version: __, ...stored }] = dataOf(await app.call('GET', '/admin/coupons')) as [Coupon]
    await put(app, `/admin/coupons/${coupon.id}`, { ...stored, ...change })
    return entryOf(app, 'coupon.updated')
  }
  const free = await save({ discount_type: 'free_license' })
  await save({ discount_type: 'percentage', discount_value: 30 })
  // The type before `free` was 20 %: its value must come back with it.
  await save({ discount_type: 'fixed_amount', discount_value: 7 })
  expect(await preview(free, 'discount_type')).toMatchObject({
    status: 200,
    body: { data: { discount_type: { before: 'fixed_amount', after: 'percentage' }, discount_value: { before: 7, after: 20 } } },
  })
  expect(await restore(app, free, 'discount_type')).toMatchObject({
    status: 200,
    body: { data: { discount_type: 'percentage', discount_value: 20 } },
  })
  expect(await preview(free, 'discount_value')).toMatchObject(refusal('It has this value already'))

  // Only the value is restored if the type is the same; otherwise both are.
  const higher = await save({ discount_value: 25 })
  expect(await preview(higher, 'discount_value')).toMatchObject({ body: { data: { discount_value: { before: 25, after: 20 } } } })
  await save({ discount_type: 'fixed_amount', discount_value: 5 })
  expect(await restore(app, higher, 'discount_value')).toMatchObject({
    body: { data: { discount_type: 'percentage', discount_value: 20 } },
  })

  const toOther = await save({ applicable_products: [other] })
  await save({ applicable_to_all: true })
  expect(await preview(toOther, 'applicable_products')).toMatchObject({
    body: { data: { applicable_products: { before: [], after: [one] }, applicable_to_all: { before: true, after: false } } },
  })
  expect(await restore(app, toOther, 'applicable_products')).toMatchObject({
    body: { data: { applicable_products: [one], applicable_to_all: false } },
  })
  // Before this row the coupon applied to the other product.
  const all = (await readHistory(app, 'subject_kind=coupon&limit=2'))[1]!
  expect(await restore(app, all, 'applicable_to_all')).toMatchObject(refusal('It has this value already'))
  await save({ applicable_to_all: true })
  expect(await restore(app, all, 'applicable_to_all')).toMatchObject({
    body: { data: { applicable_products: [other], applicable_to_all: false } },
  })

  await saveProduct(app, one, { category: 'spoofers', spoofer_type: 'permanent', anti_cheats_supported: ['Vanguard'] })
  await saveProduct(app, one, { spoofer_type: 'temporary' })
  const spoofer = await entryOf(app, 'product.updated')
  await saveProduct(app, one, { category: 'hardware', hardware_type: 'dma' })
  expect(await restore(app, spoofer, 'spoofer_type')).toMatchObject({
    body: { data: { category: 'spoofers', spoofer_type: 'permanent', anti_cheats_supported: ['Vanguard'], hardware_type: '' } },
  })
})

test('the reason against an earlier value is said in words, and nothing changes', async () => {
  const app = await createTestApp()
  const coupon = await makeCoupon(app, { code: 'OLD' })
  const save = async (change: Partial<Coupon>) => {
    const [{ current_usage: _, ...stored }] = dataOf(await app.call('GET', '/admin/coupons')) as [Coupon]
    return put(app, `/admin/coupons/${coupon.id}`, { ...stored, ...change, version: undefined })
  }
  await save({ code: 'NEW' })
  const renamed = await entryOf(app, 'coupon.updated')
  const thief = await makeCoupon(app, { code: 'old' })
  expect(await restore(app, renamed, 'code')).toMatchObject(refusal('Coupon code OLD is already in use'))
  dataOf(await app.call('DELETE', `/admin/coupons/${thief.id}`))
  expect(await restore(app, renamed, 'code')).toMatchObject({ status: 200, body: { data: { code: 'OLD' } } })
  dataOf(await app.call('POST', `/admin/coupons/${coupon.id}/deactivate`))
  expect(await restore(app, await entryOf(app, 'coupon.deactivated'), 'is_active')).toMatchObject({ body: { data: { is_active: true } } })

  const { id } = await makeProduct(app)
  const long = `<p>${'x'.repeat(30_000)}</p>`
  await saveProduct(app, id, { full_description: long })
  await saveProduct(app, id, { full_description: '<p>short</p>', name: 'B' })
  const [cut] = await readHistory(app, `subject_kind=product&subject_id=${id}&limit=1`)
  expect(cut).toMatchObject({ restorable: ['name'], changes: { full_description: { before: long.slice(0, 20_000), is_cut: true } } })
  expect(await restore(app, cut!, 'full_description')).toMatchObject(refusal('too long'))
  expect(await restore(app, cut!)).toMatchObject({ status: 400, body: { fields: { field: 'Choose the field to restore' } } })
  expect(await restore(app, await entryOf(app, 'product.created'), 'name')).toMatchObject(refusal('no earlier value'))
  expect(await restore(app, { id: 99_999 }, 'name')).toMatchObject({ status: 404 })
  dataOf(await app.call('DELETE', `/admin/products/${id}`))
  expect(await restore(app, cut!, 'name')).toMatchObject(refusal('Product not found'))
  expect(await readHistory(app, `subject_kind=product&subject_id=${id}&kind=change`)).toMatchObject([
    { can_restore: false },
    { can_restore: false },
  ])
})

test('a role restores what it may write, and does not see the rest', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  await saveProduct(app, id, { name: 'Renamed' })
  const { id: couponId } = await makeCoupon(app, { code: 'A' })
  dataOf(await app.call('POST', `/admin/coupons/${couponId}/deactivate`))
  const [product, coupon] = [await entryOf(app, 'product.updated'), await entryOf(app, 'coupon.deactivated')]
  const [stock, support] = [await addMember(app, 'stock'), await addMember(app, 'support')]
  expect(await restore(app, coupon, 'is_active', stock.token)).toMatchObject({ status: 404 })
  const [seen] = await readHistory(app, `subject_kind=product&subject_id=${id}`, support.token)
  expect(seen).toMatchObject({ id: product.id, can_restore: false, restorable: [] })
  expect(await restore(app, product, 'name', support.token)).toMatchObject({ status: 403 })
  expect(await restore(app, product, 'name', stock.token)).toMatchObject({ status: 200 })
})
