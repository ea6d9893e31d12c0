import type { MediaItem } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { dataOf, makeProduct } from '../../testing/shop/catalogue.ts'
import { makeImage, storedFiles, upload } from '../../testing/images.ts'

test('many uploads at once are all stored, each under its own name', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app)
  const image = await makeImage('png')
  const answers = await Promise.all([1, 2, 3].map(() => upload(app, product.id, image)))
  const items = answers.map((answer) => dataOf(answer) as MediaItem)
  expect(items.map((item) => item.display_order).toSorted((one, other) => one - other)).toEqual([1, 2, 3])
  expect(new Set(items.map((item) => item.url)).size).toBe(3)
  expect(await storedFiles(app)).toHaveLength(6)
})

test('when the database refuses the row, the files are gone again', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app)
  await app.deps.db.schema.alterTable('activity').renameTo('activity_elsewhere').execute()
  expect((await upload(app, product.id, await makeImage('png'))).status).toBe(500)
  expect(await storedFiles(app)).toEqual([])
  expect(await app.deps.db.selectFrom('media_item').selectAll().execute()).toEqual([])
})
