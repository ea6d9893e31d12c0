import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import type { MediaItem } from '@keydesk/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '../../app.ts'
import { storageAway } from '../../files/away.ts'
import { createTestApp, type TestApp } from '../../testing.ts'
import { dataOf, listProducts, makeProduct, readProduct } from '../../testing/shop/catalogue.ts'
import { openBeside, postgresUrlOf } from '../../testing/databases/fresh-database.ts'
import { makeImage, storedFiles, upload, uploadLogo } from '../../testing/images.ts'
import { keepUnused, noteUnused, deleteAllUnused } from './unused-files.service.ts'

const addImage = async (app: TestApp, productId: number) => dataOf(await upload(app, productId, await makeImage('png'))) as MediaItem
const noted = ({ deps }: TestApp) => deps.db.selectFrom('unused_file').select('name').orderBy('name').execute()

async function tidyAfter(app: TestApp, minutes: number): Promise<void> {
  app.clock.at = new Date(app.clock.at.getTime() + minutes * 60_000)
  await deleteAllUnused(app.deps)
}

test('an upload that was cut short is removed after an hour, and one that came through stays', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  await addImage(app, id)
  const kept = await storedFiles(app)
  expect(kept).toHaveLength(2)
  expect(await noted(app)).toEqual([])

  // The state after a crash between writing the files and inserting their row: both are listed, one is written.
  await noteUnused(app.deps.db, app.deps, ['cut-view.webp', 'cut-card.webp'])
  await app.deps.files.put('cut-view.webp', new Uint8Array([1]), 'image/webp')
  await tidyAfter(app, 59)
  expect(await storedFiles(app)).toHaveLength(3)
  await tidyAfter(app, 2)
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
  await tidyAfter(app, 61)
  expect([await storedFiles(app), await noted(app)]).toEqual([[], []])
})

test('while a backup runs no file goes, on whatever server; afterwards the housekeeping takes what was left', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const image = await addImage(app, id)
  await keepUnused(app.deps, async () => {
    await app.call('DELETE', `/admin/products/${id}/images/${image.id}`)
    expect(await storedFiles(app)).toHaveLength(2)
    // The interrupted backup's hold has expired.
    await tidyAfter(app, 61)
    expect(await storedFiles(app)).toEqual([])
  })
  const next = await addImage(app, id)
  await keepUnused(app.deps, async () => {
    await app.call('DELETE', `/admin/products/${id}/images/${next.id}`)
    expect(await storedFiles(app)).toHaveLength(2)
  })
  await tidyAfter(app, 61)
  expect([await storedFiles(app), await noted(app)]).toEqual([[], []])
})

test('what is done and stored does not fail because the database is away before its old files are deleted', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const image = await addImage(app, id)
  // Only the deletion of files reads this table.
  await app.deps.db.schema.alterTable('lease').renameTo('lease_elsewhere').execute()
  expect(await app.call('POST', `/admin/products/${id}/duplicate`, { name: 'Copy' })).toMatchObject({ status: 201 })
  expect(await app.call('DELETE', `/admin/products/${id}/images/${image.id}`)).toMatchObject({ status: 200 })
  expect(app.logged.join()).toContain('media files were left behind')
})

test('an upload that fails answers its own failure if its files cannot be deleted either', async () => {
  const app = await createTestApp()
  const { id } = await makeProduct(app)
  const { schema } = app.deps.db
  await schema.alterTable('lease').renameTo('lease_elsewhere').execute()
  app.deps.files.put = async () => {
    throw storageAway(new Error('silent'))
  }
  expect(await upload(app, id, await makeImage('png'))).toMatchObject({ status: 503 })
})

test('a backup whose hold on the media files cannot be renewed says so in the log', async () => {
  const app = await createTestApp()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  await keepUnused(app.deps, async () => {
    await app.deps.db.schema.alterTable('lease').renameTo('lease_elsewhere').execute()
    vi.advanceTimersByTime(60_000)
    await expect.poll(() => app.logged.join()).toContain('the hold of the media files could not be renewed')
  })
})

/** Another server of the same shop. Its connection breaks before it gets the answer to the commit of its first new image or logo. */
async function openUnlucky(beside: TestApp) {
  const { deps, onClose, token } = beside
  const url = new URL(await postgresUrlOf(deps.db))
  const { hostname, port } = url
  let isBroken = false
  const link = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    let sent = ''
    client.on('data', (bytes) => {
      sent += bytes.toString('latin1')
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => {
      const isCommitted = /(insert into "media_item"|update "shop").*commit/s.test(sent)
      if (isBroken || !isCommitted) return client.write(bytes)
      isBroken = true
      return client.destroy()
    })
    client.on('close', () => upstream.destroy()).on('error', () => undefined)
    upstream.on('close', () => client.destroy()).on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(link, 'listening')
  Object.assign(url, { hostname: '127.0.0.1', port: (link.address() as AddressInfo).port })
  const db = await openBeside(beside, url.href)
  const app = await createApp({ ...deps, db }, { web: null, corsOrigins: [], trustedProxies: [] })
  onClose(async () => {
    await app.close()
    await db.destroy()
    link.close()
  })
  return { app, token }
}

test.skipIf(process.env['KEYDESK_TEST_DB'] !== 'postgres')(
  'files stay if the connection breaks after the commit that uses them',
  async () => {
    const app = await createTestApp()
    const { id } = await makeProduct(app)
    const expectAll = async (count: number) => {
      expect([(await storedFiles(app)).length, await noted(app)]).toEqual([count, []])
    }
    expect((await upload(await openUnlucky(app), id, await makeImage('png'))).status).toBe(503)
    expect((await readProduct(app, id)).media_items).toHaveLength(1)
    await expectAll(2)

    const { app: unlucky } = await openUnlucky(app)
    const headers = { authorization: app.token }
    const copy = await unlucky.inject({ method: 'POST', url: `/admin/products/${id}/duplicate`, headers, payload: { name: 'Copy' } })
    expect(copy.statusCode).toBe(503)
    expect((await listProducts(app)).map(({ name }) => name)).toContain('Copy')
    await expectAll(4)

    expect((await uploadLogo(await openUnlucky(app), await makeImage('png'))).status).toBe(503)
    expect(dataOf(await app.call('GET', '/admin/shop'))).toMatchObject({ logo_url: expect.stringContaining('-logo.png') })
    await expectAll(5)
  },
)
