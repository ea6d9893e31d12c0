import { limits, type ProductInput } from '@keydesk/contract'
import { test, expect } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { expectRefusals, makeProduct, readProduct, saveProduct, wholeProduct } from '../../testing/shop/catalogue.ts'

test('a product that cannot be saved stays as it was', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  await saveProduct(app, id, wholeProduct)
  const put = (body: unknown) => ['PUT', `/admin/products/${id}`, body] as const
  const item = { title: 'Patch', date: '2030-01-31', description: '<p>Fixed</p>' }
  const update = (change: object) => put({ name: 'New', updates: [item, { ...item, ...change }] })
  await expectRefusals(app, [
    ...['name', 'description', 'full_description', 'game_name', 'requirements', 'supported_on', 'instructions'].flatMap((field) =>
      [7, null, {}, []].map((value) => ({
        call: put({ [field]: value }),
        status: 400,
        says: { fields: { [field]: expect.stringContaining('must be text') } },
      })),
    ),
    ...['featured', 'unlisted', 'has_day_keys'].flatMap((field) =>
      [1, 'true', null].map((value) => ({
        call: put({ [field]: value }),
        status: 400,
        says: { fields: { [field]: expect.stringContaining('must be true or false') } },
      })),
    ),
    ...[
      'category',
      'cheat_type',
      'spoofer_type',
      'anti_cheat',
      'firmware_type',
      'hardware_type',
      'update_status',
      'detection_status',
    ].flatMap((field) =>
      ['nonsense', 1, null].map((value) => ({
        call: put({ [field]: value }),
        status: 400,
        says: { fields: { [field]: expect.stringContaining('must be one of') } },
      })),
    ),
    { call: put({ name: ' ' }), status: 400, says: { fields: { name: 'Name is required' } } },
    { call: put({ name: 'x'.repeat(201) }), status: 400 },
    { call: put({ description: 'x'.repeat(5_001) }), status: 400 },
    { call: put({ full_description: 'x'.repeat(200_001) }), status: 400 },
    { call: put({ anti_cheats_supported: ['Vanguard', 'Home-made'] }), status: 400 },
    { call: put({ anti_cheats_supported: 'Vanguard' }), status: 400 },
    { call: put({ faq: {} }), status: 400 },
    { call: put({ faq: [{ question: 'Safe?', answer: '  ' }] }), status: 400, says: { fields: { 'faq.0.answer': 'Answer is required' } } },
    { call: put({ faq: Array.from({ length: 201 }, () => ({ question: 'Q', answer: 'A' })) }), status: 400 },
    { call: update({ title: '' }), status: 400, says: { fields: { 'updates.1.title': 'Title is required' } } },
    { call: update({ date: '31.01.2030' }), status: 400, says: { fields: { 'updates.1.date': 'Date must be written as YYYY-MM-DD' } } },
    { call: update({ date: '2030-02-30' }), status: 400 },
    { call: update({ description: ' ' }), status: 400 },
    { call: update({ description: '<p></p>' }), status: 400, says: { fields: { 'updates.1.description': 'Description is required' } } },
    { call: update({ description: '<script>alert(1)</script>' }), status: 400, says: { message: 'Description is required' } },
    { call: put({ name: 'New', version: '2' }), status: 400, says: { fields: { version: 'Version must be a whole number' } } },
    { call: put({ name: 'New', version: 2.5 }), status: 400 },
    {
      call: put({ name: 'New', faq: [{ question: 'A\0', answer: 'B' }] }),
      status: 400,
      says: { fields: { 'faq.0.question': expect.any(String) } },
    },
    { call: put([]), status: 400 },
    { call: put({ instructions: 'x'.repeat(16 * 1024 * 1024) }), status: 413, says: { code: 'too_large' } },
  ])
})

test("texts stored before today's limits stay with other edits; a new text over its limit is refused", async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  await saveProduct(app, id, wholeProduct)
  const longer = (max: number, letter = 'x') => letter.repeat(max + 1)
  const long = {
    ...{ name: longer(limits.shortText), description: longer(limits.longText), supported_on: longer(limits.longText) },
    ...{ full_description: `<p>${longer(limits.html)}</p>`, instructions: longer(limits.html) },
    faq: [{ question: longer(limits.longText), answer: 'Yes' }],
    updates: [{ title: 'Patch', date: '2030-01-31', description: `<p>${longer(limits.html)}</p>` }],
  }
  const row = { ...long, faq: JSON.stringify(long.faq), updates: JSON.stringify(long.updates) }
  await app.deps.db.updateTable('product').set(row).where('id', '=', id).execute()

  const stored = await readProduct(app, id)
  expect(stored).toMatchObject(long)
  // The web app saves the whole product. Another item comes before the long one.
  const saved = await saveProduct(app, id, {
    ...(stored as ProductInput),
    featured: false,
    faq: [{ question: 'New?', answer: 'Yes' }, ...long.faq],
  })
  expect(saved).toMatchObject({ ...long, featured: false, faq: [{ question: 'New?' }, long.faq[0]] })

  const put = (fields: object) => app.call('PUT', `/admin/products/${id}`, fields)
  const tooLong = (field: string, message: unknown) => ({ status: 400, body: { message, fields: { [field]: message } } })
  const characters = (max: number) => expect.stringContaining(`must be at most ${max} characters`)
  expect(await put({ ...saved, name: longer(limits.shortText, 'y') })).toMatchObject(tooLong('name', characters(limits.shortText)))
  expect(await put({ full_description: `${long.full_description}<p>more</p>` })).toMatchObject(
    tooLong('full_description', characters(limits.html)),
  )
  expect(await put({ faq: [{ question: longer(limits.longText, 'y'), answer: 'Yes' }] })).toMatchObject(
    tooLong('faq.0.question', characters(limits.longText)),
  )
  expect(await put({ updates: [{ ...long.updates[0], title: long.name }] })).toMatchObject(
    tooLong('updates.0.title', characters(limits.shortText)),
  )
  expect(await readProduct(app, id)).toEqual(saved)
})
