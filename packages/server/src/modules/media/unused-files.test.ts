import type { MediaItem } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing.ts'
import { dataOf, makeProduct } from '../../testing/catalogue.ts'
import { makeImage, storedFiles, upload } from '../../testing/images.ts'
import { keepUnused, noteUnused, sweepUnused } from './unused-files.service.ts'

const addImage = async (app: TestApp, productId: number) => dataOf(await upload(app, productId, await makeImage('png'))) as MediaItem
const noted = ({ deps }: TestApp) => deps.db.selectFrom('unused_file').select('name').orderBy('name').execute()

async function sweepAfter(app: TestApp, minutes: number): Promise<void> {
  app.clock.at = new Date(app.clock.at.getTime() + minutes * 60_000)
  await sweepUnused(app.deps)
}

test('an upload that was cut short is removed after an hour, and one that came through stays', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  await addImage(app, id)
  const kept = await storedFiles(app)
  expect(kept).toHaveLength(2)
  expect(await noted(app)).toEqual([])

  // As after a crash between writing the files and inserting their row: both are listed, one is written.
  await noteUnused(app.deps.db, app.deps, ['cut-view.webp', 'cut-card.webp'])
  await app.deps.files.put('cut-view.webp', new Uint8Array([1]), 'image/webp')
  await sweepAfter(app, 59)
  expect(await storedFiles(app)).toHaveLength(3)
  await sweepAfter(app, 2)
  expect(await storedFiles(app)).toEqual(kept)
  expect(await noted(app)).toEqual([])
})

test('a file that could not be removed with its row is removed later', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const image = await addImage(app, id)
  const [name] = await storedFiles(app)
  const unblock = await app.media.block(name!)
  await app.call('DELETE', `/admin/products/${id}/images/${image.id}`)
  expect([await storedFiles(app), await noted(app)]).toEqual([[name], [{ name }]])

  await unblock()
  await app.deps.files.put(name!, new Uint8Array([1]), 'image/webp')
  await sweepAfter(app, 61)
  expect([await storedFiles(app), await noted(app)]).toEqual([[], []])
})

test('while a backup runs no file goes, on whatever node; afterwards the sweep takes what was left', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const image = await addImage(app, id)
  await keepUnused(app.deps, async () => {
    await app.call('DELETE', `/admin/products/${id}/images/${image.id}`)
    expect(await storedFiles(app)).toHaveLength(2)
    // The interrupted backup's hold has expired.
    await sweepAfter(app, 61)
    expect(await storedFiles(app)).toEqual([])
  })
  const next = await addImage(app, id)
  await keepUnused(app.deps, async () => {
    await app.call('DELETE', `/admin/products/${id}/images/${next.id}`)
    expect(await storedFiles(app)).toHaveLength(2)
  })
  await sweepAfter(app, 61)
  expect([await storedFiles(app), await noted(app)]).toEqual([[], []])
})
