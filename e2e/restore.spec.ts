import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewApiKey, Product, StoreOrder } from '@keydesk/contract'
import { createStoreClient, type ApiClient } from './support/api.ts'
import { expectNoAxeViolationsAtBothWidths } from './support/axe.ts'
import { placesOf } from './support/geometry.ts'
import { chooseAccount } from './support/screens.ts'
import { startKeydesk } from './support/server.ts'
import { expect, onOwnServer, test as base, typeSignIn } from './support/test.ts'

const test = onOwnServer()
const folder = mkdtempSync(join(tmpdir(), 'keydesk-restore-'))
base.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Sells keys one by one. Returns the ids of the orders and the values. */
async function sell(store: ApiClient, variant_id: number, count: number) {
  const sold = { ids: [] as number[], keys: [] as string[] }
  for (let index = 0; index < count; index += 1) {
    const cart = { customer_email: `buyer-${index}@example.com`, items: [{ variant_id, quantity: 1 }] }
    const { id } = (await store('POST', '/store/purchases', cart)) as StoreOrder
    const { items } = (await store('POST', `/store/purchases/${id}/complete`, {})) as StoreOrder
    sold.ids.push(id)
    sold.keys.push(...items.flatMap(({ keys = [] }) => keys))
  }
  return sold
}

const repeated = <T>(one: readonly T[], other: readonly T[]): T[] => one.filter((each) => other.includes(each))

test('a shop that is restored on a new machine sells no key and uses no order id twice', async ({ keydesk, page }) => {
  const keys = Array.from({ length: 81 }, (_, index) => `AUR-${1000 + index}`)
  const { key } = (await keydesk.api('POST', '/admin/api-keys', { name: 'shop', scopes: ['orders:write'] })) as NewApiKey
  const product = { name: 'Aurora', description: '', variants: [{ name: 'Month', price: 10, keys }] }
  const variant = ((await keydesk.api('POST', '/admin/products', product)) as Product).variants[0]!.id
  const publish_at = new Date(Date.now() + 24 * 3_600_000).toISOString()
  await keydesk.api('POST', '/admin/announcements', { title: 'Sale', content: 'Half price', publish_at })
  const file = join(folder, 'shop.backup')
  await keydesk.cli(['backup', file])
  const before = await sell(createStoreClient(keydesk.url, key), variant, 40)
  await keydesk.pause()

  const there = await startKeydesk()
  try {
    await there.pause()
    const said = await there.cli(['restore', file, '--force', '--yes'])
    expect(said).toContain('81 keys may have been sold since the backup.')
    await there.resume()
    const store = createStoreClient(there.url, key)
    await expect(sell(store, variant, 1)).rejects.toThrow('out_of_stock')

    await page.goto(there.url)
    await typeSignIn(page, there.admin)
    await chooseAccount(page, 'Held after a restore')
    const drawer = page.getByRole('dialog', { name: 'Held after a restore' })
    await expect(drawer.getByRole('row', { name: /^Aurora - Month/ })).toContainText('81')
    await expectNoAxeViolationsAtBothWidths(page)

    // The old disk can be read after all.
    const [, moment = ''] = /media files of (\S+)$/m.exec(said) ?? []
    const written = await keydesk.cli(['doctor', '--since', moment])
    const [, list = ''] = /^(\S+) has 40 keys/m.exec(written) ?? []
    await drawer.getByLabel('File of sold keys').setInputFiles(list)
    const question = page.getByRole('alertdialog', { name: 'Use this file of sold keys?' })
    await expect(question).toContainText('The file has 40 sold keys. Those of the 81 held keys that are in it are struck')
    await question.getByRole('button', { name: 'Use the file' }).click()
    await expect(page.getByText('41 keys on sale again, 40 keys struck')).toBeVisible()

    await page.setViewportSize({ width: 400, height: 800 })
    const drop = drawer.getByRole('button', { name: 'Drop all' })
    const [besideIt, dropping] = await placesOf([drawer.getByRole('button', { name: 'Send all' }), drop])
    expect(dropping!.y).toBe(besideIt!.y)
    await drop.click()
    await page.getByRole('alertdialog', { name: 'Drop 1 message?' }).getByRole('button', { name: 'Drop' }).click()
    await expect(drawer).toContainText('Nothing is held')

    const after = await sell(store, variant, 40)
    expect(repeated(after.keys, before.keys)).toEqual([])
    expect(repeated(after.ids, before.ids)).toEqual([])
    expect(await there.cli(['doctor'])).toBe('Everything adds up\n')
  } finally {
    await there.stop()
  }
})
