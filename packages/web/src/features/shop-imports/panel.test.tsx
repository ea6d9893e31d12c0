import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '../../../test/render-page.tsx'
import { startShop } from '../../../test/start-shop.tsx'
import { shownToasts } from '../../../test/toasts.ts'
import { ShopImportsPanel } from './panel.tsx'

const shopify = [
  'Handle,Title,Variant Price,Option1 Value,Status,Vendor',
  'nova,Nova,3.00,Day,active,Us',
  'nova,,15.00,Week,active,Us',
  'free,Free,,Day,active,Us',
].join('\r\n')

const orders = 'Date,Email,Product,Amount\n2029-05-05,ann@example.com,Aurora,10'

async function start() {
  const shop = await startShop(<ShopImportsPanel />, '/coupons')
  await shop.go()
  const choose = async (text: string, name = 'shop.csv') =>
    shop.user.upload(await screen.findByLabelText('File of the shop'), new File([text], name, { type: 'text/csv' }))
  return { ...shop, choose }
}

const preview = async () => within(await screen.findByRole('region', { name: 'Preview' }))

test('a file of Shopify is previewed, filtered by what becomes of its rows, imported and undone', async () => {
  const shop = await start()
  expect(await screen.findByText('No imports yet')).toBeTruthy()
  await shop.user.click(screen.getByRole('radio', { name: 'Shopify' }))
  await shop.choose(shopify)
  const shown = await preview()
  const invalid = await shown.findByRole('button', { name: /Not usable\s*1/ })
  expect(shown.getByRole('button', { name: /New\s*2/ })).toBeTruthy()
  expect(shown.getByText('1 column not used: Vendor')).toBeTruthy()
  expect(shown.getByRole('status').textContent).toBe('2 new rows, 0 in the shop already, 1 not usable.')
  await shop.user.click(invalid)
  expect(invalid.getAttribute('aria-pressed')).toBe('true')

  await shop.user.click(screen.getByRole('button', { name: 'Import 2 rows' }))
  expect(await screen.findByText('2 rows of shop.csv imported')).toBeTruthy()
  const row = within(await screen.findByRole('row', { name: /shop\.csv/ }))
  expect(row.getByText('Imported', { selector: 'span' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull()
  expect(await shop.call('GET', '/admin/products')).toMatchObject({
    data: [{ name: 'Nova', variants: [{ name: 'Day' }, { name: 'Week' }] }],
  })

  await shop.user.click(row.getByRole('button', { name: 'Undo the import of shop.csv' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Undo this import?' }))
  await shop.user.click(question.getByRole('button', { name: 'Undo import' }))
  expect(await screen.findByText('Import of shop.csv undone: 1 product removed')).toBeTruthy()
  await waitFor(() => expect(row.getByText('Undone')).toBeTruthy())
  expect(row.getByRole('cell', { name: '-' })).toBeTruthy()
  expect(await shop.call('GET', '/admin/products')).toEqual({ data: [] })
})

test('a file of another shop, an empty one and a file of no text say what is wrong, and another can be chosen', async () => {
  const shop = await start()
  await shop.choose(shopify)
  expect(await screen.findByText(/The file has no column Type, Name\. Choose the shop that wrote it/)).toBeTruthy()
  await shop.choose('', 'empty.csv')
  expect((await screen.findByRole('alert')).textContent).toBe('empty.csv: The file is empty')
  await shop.user.click(screen.getByRole('radio', { name: 'Shopify' }))
  await shop.choose(shopify)
  expect(await screen.findByRole('button', { name: 'Import 2 rows' })).toBeTruthy()
  // The same file as another kind.
  await shop.user.click(screen.getByRole('radio', { name: 'Keys' }))
  expect(await screen.findByText(/The file has no column Key/)).toBeTruthy()
  expect(screen.queryByRole('radio', { name: 'Shopify' })).toBeNull()
})

test('an import that fails says so, and stays in the list', async () => {
  const shop = await start()
  await shop.server.deps.db.schema.dropTable('search_word').execute()
  await shop.user.click(screen.getByRole('radio', { name: 'Shopify' }))
  await shop.choose(shopify)
  await shop.user.click(await screen.findByRole('button', { name: 'Import 2 rows' }))
  expect(await screen.findByText('The import of shop.csv failed: nothing of it is stored. Try again.')).toBeTruthy()
  const list = within(screen.getByRole('table', { name: 'Imports' }))
  expect(await list.findByText('Failed')).toBeTruthy()
  expect(list.queryByRole('button', { name: /^Undo/ })).toBeNull()
})

test.each([
  ['the products', '/products', shopify, 'Shopify', 'Import 2 rows', '2 rows of shop.csv imported', 'Nova'],
  ['the figures of the Dashboard', '/', orders, 'Keydesk', 'Import 1 row', '1 row of shop.csv imported', '$10.00'],
  ['the orders', '/purchases/orders', orders, 'Keydesk', 'Import 1 row', '1 row of shop.csv imported', 'ann@example.com'],
])('after the panel is closed, %s show what came and say how the import ended', async (_, url, file, shop, button, end, shown) => {
  const { user, network, server } = await renderApp(`${url}?panel=import-shop`)
  const panel = within(await screen.findByRole('dialog', { name: 'Import a shop' }))
  if (file === orders) {
    await server.call('POST', '/admin/products', { name: 'Aurora', description: '', variants: [{ name: 'Day', price: 10, keys: [] }] })
    await user.click(await panel.findByRole('radio', { name: 'Past orders' }))
  }
  await user.click(await panel.findByRole('radio', { name: shop }))
  await user.upload(panel.getByLabelText('File of the shop'), new File([file], 'shop.csv', { type: 'text/csv' }))
  const begin = await panel.findByRole('button', { name: button })
  const letGo = network.holdNext(/^GET .*shop-imports/)
  await user.click(begin)
  await waitFor(() => expect(panel.queryByRole('button', { name: button })).toBeNull())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  letGo()
  expect(await screen.findByText(end)).toBeTruthy()
  expect((await screen.findAllByText(shown)).length).toBeGreaterThan(0)
  expect(shownToasts()).toEqual([end])
})

test('an undo that outlasts its answer says how it ended, too', async () => {
  const shop = await start()
  await shop.user.click(screen.getByRole('radio', { name: 'Shopify' }))
  await shop.choose(shopify)
  await shop.user.click(await screen.findByRole('button', { name: 'Import 2 rows' }))
  await shop.user.click(await screen.findByRole('button', { name: 'Undo the import of shop.csv' }))
  shop.network.answerNext(/^POST .*undo/, { data: { removed: 0, kept: 0, is_done: false } })
  await shop.user.click(await screen.findByRole('button', { name: 'Undo import' }))
  expect(await screen.findByText('The import of shop.csv is being undone')).toBeTruthy()
  expect(await screen.findByText('Import of shop.csv undone')).toBeTruthy()
})

test('keys and our own layout have a template to download', async () => {
  const shop = await start()
  expect(screen.queryByRole('button', { name: 'Download the template' })).toBeNull()
  await shop.user.click(screen.getByRole('radio', { name: 'Keys' }))
  expect(screen.getByText('Other shops do not export keys, so a file of keys has our own layout.')).toBeTruthy()
  await shop.user.click(screen.getByRole('button', { name: 'Download the template' }))
  await shop.addProduct('Aurora', [{ name: '30 days', price: 5, keys: [] }])
  await shop.choose('Product,Variant,Key\nAurora,30 days,SECRET-1\nAurora,30 days,SECRET-1\n')
  expect(await screen.findByRole('button', { name: 'Import 1 row' })).toBeTruthy()
  expect(document.body.textContent).not.toContain('SECRET-1')
})

test('a file in another currency than dollars says how its amounts are stored', async () => {
  const shop = await start()
  await shop.addProduct('Aurora', [{ name: 'Day', price: 10, keys: [] }])
  await shop.user.click(screen.getByRole('radio', { name: 'Past orders' }))
  await shop.user.click(screen.getByRole('radio', { name: 'Shopify' }))
  const inCurrency = (currency: string) =>
    `Name,Email,Created at,Currency,Lineitem name,Lineitem price\n#1,ann@example.com,2029-05-05,${currency},Aurora,10`
  await shop.choose(inCurrency('EUR'))
  expect(await screen.findByText('Amounts are in EUR and are stored as dollars.')).toBeTruthy()
  await shop.choose(inCurrency('USD'), 'dollars.csv')
  await waitFor(() => expect(screen.queryByText(/^Amounts are in/)).toBeNull())
  expect(await screen.findByRole('button', { name: 'Import 1 row' })).toBeTruthy()
})

test('times of past orders without a zone are in the zone of the browser, and the preview names it', async () => {
  const here = new Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...here, timeZone: 'Asia/Kathmandu' })
  const shop = await start()
  await shop.addProduct('Aurora', [{ name: 'Day', price: 10, keys: [] }])
  await shop.user.click(screen.getByRole('radio', { name: 'Past orders' }))
  await shop.user.click(screen.getByRole('radio', { name: 'Keydesk' }))
  expect(screen.getByText(/Dates are in the time zone Asia\/Kathmandu/)).toBeTruthy()
  await shop.choose(orders)
  expect(await screen.findByText('Times without a zone are read as Asia/Kathmandu.')).toBeTruthy()
  await shop.user.click(await screen.findByRole('button', { name: 'Import 1 row' }))
  expect(await screen.findByText('1 row of shop.csv imported')).toBeTruthy()
  expect(await shop.call('GET', '/admin/purchases/orders')).toMatchObject({ data: [{ created_at: '2029-05-04T18:15:00.000Z' }] })
})

test('everything is downloaded after a question that says what is in it', async () => {
  const shop = await start()
  await shop.user.click(screen.getByRole('button', { name: 'Download everything' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Download everything?' }))
  expect(question.getByText(/^The archive has the values of all keys, sold and unsold/)).toBeTruthy()
  await shop.user.click(question.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Downloading...' })).toBeTruthy())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Download everything' })).toBeTruthy())
  expect(shop.sent('GET', '/admin/export')).toHaveLength(1)
})
