import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './support/axe.ts'
import { pngFile } from './support/picture.ts'
import { Presses } from './support/presses.ts'
import { expectScreen } from './support/screens.ts'
import { stockProduct, type Product } from './support/shop.ts'
import { expect, onOwnServer, signIn } from './support/test.ts'

interface Priced extends Product {
  readonly variants: readonly { readonly id: number; readonly price: number }[]
  readonly media_items: readonly { readonly url: string }[]
}

/** Two products of one game, one of another. */
const test = onOwnServer(async (keydesk) => {
  await stockProduct(keydesk, { name: 'Lantern', keys: 3 }, { game_name: 'Rust' })
  for (const name of ['Kestrel', 'Merlin']) await stockProduct(keydesk, { name, keys: 3 }, { game_name: 'Apex Legends' })
})

// The browser's own word on a file that is no image.
test.use({ allowedErrors: [/status of 415/] })

const cards = (page: Page) => page.getByRole('list', { name: 'Products' })
const storeProducts = async (store: (method: 'GET', path: string) => Promise<unknown>) =>
  (await store('GET', '/store/products')) as Priced[]

test('duplicate a product and list the copy, in at most 4 presses', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/products')
  const presses = new Presses()
  await cards(page)
    .getByRole('link', { name: /Lantern/ })
    .hover()
  await presses.click(page.getByRole('button', { name: 'Duplicate Lantern' }))
  const dialog = page.getByRole('dialog', { name: 'Duplicate Lantern' })
  await expect(dialog.getByLabel('Name')).toHaveValue('Lantern (copy)')
  await expectNoAxeViolations(page)
  await presses.click(dialog.getByRole('button', { name: 'Duplicate' }))
  await expectScreen(page, 'Product Details: Lantern (copy)')
  await expect(page.getByText('This product is unlisted.')).toBeVisible()
  expect((await storeProducts(keydesk.store)).map(({ name }) => name)).not.toContain('Lantern (copy)')
  await presses.click(page.getByRole('button', { name: 'List Product' }))
  await expect(page.getByText('This product is unlisted.')).toBeHidden()
  expect(presses.count).toBeLessThanOrEqual(4)
  const copy = (await storeProducts(keydesk.store)).find(({ name }) => name === 'Lantern (copy)')
  expect(copy).toMatchObject({ game_name: 'Rust', variants: [{ price: 19.99, stock: 0 }] })
})

test('raise all prices of a game by 10 percent in at most 5 presses, and undo it', async ({ page, keydesk }) => {
  await signIn(page, keydesk, '/products')
  const pricesOf = async () =>
    Object.fromEntries((await storeProducts(keydesk.store)).map(({ name, variants }) => [name, variants[0]!.price]))
  const presses = new Presses()
  await expect(cards(page)).toBeVisible()
  await presses.key(page, '/')
  await page.keyboard.type('apex')
  await presses.click(page.getByRole('checkbox', { name: 'Select all 2' }))
  await presses.click(page.getByRole('button', { name: 'Change prices' }))
  const dialog = page.getByRole('dialog', { name: 'Change prices' })
  await expect(dialog.getByLabel('Percentage')).toBeFocused()
  await page.keyboard.type('10')
  await expect(dialog.getByRole('row', { name: /Kestrel/ })).toContainText('$19.99$21.99')
  await expectNoAxeViolations(page)
  await presses.click(dialog.getByRole('button', { name: 'Change 2 prices' }))
  await expect(page.getByText('Changed 2 prices')).toBeVisible()
  expect(presses.count).toBeLessThanOrEqual(5)
  await expect(cards(page).getByRole('link', { name: /Merlin/ })).toContainText('$21.99')
  expect(await pricesOf()).toMatchObject({ Kestrel: 21.99, Merlin: 21.99, Lantern: 19.99 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone: 2 prices as before.')).toBeVisible()
  await expect(cards(page).getByRole('link', { name: /Merlin/ })).toContainText('$19.99')
  expect(await pricesOf()).toMatchObject({ Kestrel: 19.99, Merlin: 19.99 })
})

test('several images at once, ordered by dragging and by keyboard, as the store shows them', async ({ page, keydesk }) => {
  const [merlin] = ((await keydesk.api('GET', '/admin/products')) as Priced[]).filter(({ name }) => name === 'Merlin')
  await signIn(page, keydesk, `/products/${merlin!.id}`)
  await page
    .getByLabel('Image File')
    .setInputFiles([
      pngFile('red.png', [200, 30, 30]),
      pngFile('green.png', [30, 160, 30]),
      { name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
      pngFile('blue.png', [30, 30, 200], 1_600),
    ])
  await page.getByRole('button', { name: 'Upload 4 Images' }).click()
  await expect(page.getByText('3 images uploaded successfully')).toBeVisible()
  await expect(page.getByText('Failed to upload 1 of 4 images')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Chosen images' })).toContainText('words.png')
  await page.getByRole('button', { name: 'Remove words.png' }).click()
  const tiles = page.getByRole('list', { name: 'Media' }).getByRole('listitem')
  await expect(tiles).toHaveCount(3)
  // The tall picture is cut, and its tile is as high as the others.
  await tiles
    .last()
    .locator('img')
    .evaluate((image) => (image as HTMLImageElement).decode())
  expect((await tiles.last().boundingBox())!.height).toBeLessThan(240)
  await expectNoAxeViolations(page)

  const addresses = () =>
    tiles.locator('img').evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src.split('/').at(-1)!))
  const storeOrder = async () =>
    (await storeProducts(keydesk.store))
      .find(({ name }) => name === 'Merlin')!
      .media_items.map(({ url }) => url.split('/').at(-1)!.replace('-view', '-card'))
  const [red, green, blue] = await addresses()
  await tiles.nth(2).dragTo(tiles.nth(0))
  await expect.poll(addresses).toEqual([blue, red, green])
  await expect.poll(storeOrder).toEqual([blue, red, green])

  const later = page.getByRole('button', { name: 'Move image 1 later' })
  await later.focus()
  await page.keyboard.press('Enter')
  await expect.poll(addresses).toEqual([red, blue, green])
  await expect(page.getByRole('button', { name: 'Move image 2 later' })).toBeFocused()
  await expect.poll(storeOrder).toEqual([red, blue, green])
  // The first upload is still the thumbnail.
  await expect(tiles.nth(0)).toContainText('Active')
})
