import type { MediaItem } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing.ts'
import { dataOf, makeProduct } from '../../testing/catalogue.ts'
import { makeImage, storedFiles, upload } from '../../testing/images.ts'

test('many uploads at once are all stored, each under its own name', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app)
  const image = await makeImage('png')
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => upload(app, product.id, image)))
  const items = answers.map((answer) => dataOf(answer) as MediaItem)
  expect(items.map((item) => item.display_order).toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6])
  expect(new Set(items.map((item) => item.url)).size).toBe(6)
  expect(await storedFiles(app)).toHaveLength(12)
})

test('of more uploads at once than can wait, some are told to come again, and the others are stored', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app)
  const image = await makeImage('png')
  const answers = await Promise.all(Array.from({ length: 45 }, () => upload(app, product.id, image)))
  const [stored, refused] = [200, 503].map((status) => answers.filter((answer) => answer.status === status))
  expect(stored!.length + refused!.length).toBe(answers.length)
  // One at work and 20 in line; others came while one was done.
  expect(stored!.length).toBeGreaterThanOrEqual(21)
  expect(refused!.length).toBeGreaterThan(0)
  for (const { headers, body } of refused!) {
    expect(headers['retry-after']).toBe('10')
    expect(body).toEqual({ code: 'unavailable', message: 'Too many images are being uploaded right now. Please try again in a moment.' })
  }
  expect(await storedFiles(app)).toHaveLength(2 * stored!.length)
  expect(await upload(app, product.id, image)).toMatchObject({ status: 200 })
})

test('when the database refuses the row, the files are gone again', async () => {
  const app = await createTestApp()
  const product = await makeProduct(app)
  await app.deps.db.schema.alterTable('activity').renameTo('activity_elsewhere').execute()
  expect((await upload(app, product.id, await makeImage('png'))).status).toBe(500)
  expect(await storedFiles(app)).toEqual([])
  expect(await app.deps.db.selectFrom('media_item').selectAll().execute()).toEqual([])
})
