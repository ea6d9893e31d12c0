import type { Product } from '@keydesk/contract'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ProductPage } from './product-page.tsx'
import { findEditor, startBeside } from './testing.tsx'

/** As `public/boot.js` leaves what it has read of a product before the app was there. */
function leave(url: string, found: unknown, at = Date.now()): void {
  window.earlyRead = { url, token: 'any', at, answer: null, found }
}
const title = (name: string) => screen.findByRole('heading', { level: 1, name: `Product Details: ${name}` })

afterEach(() => void delete window.earlyRead)

test('a product that was read before the app was there is shown without asking again, once', async () => {
  const { go, add, sent } = await startBeside(<ProductPage />, '/products/$id')
  const product = await add()
  leave(`http://host.example/products/id/${product.id}`, { ...product, name: 'Early' } satisfies Product)
  await go(`/products/${product.id}`)
  expect(await title('Early')).toBeTruthy()
  await findEditor()
  expect(sent('GET', `/products/id/${product.id}`)).toEqual([])
  expect(window.earlyRead?.found).toBeUndefined()
})

test.each([
  ['another product', (product: Product) => leave(`/products/id/1${product.id}`, { ...product, name: 'Early' })],
  ['what is no product', (product: Product) => leave(`/products/id/${product.id}`, ['Early'])],
  [
    'what is some seconds old',
    (product: Product) => leave(`/products/id/${product.id}`, { ...product, name: 'Early' }, Date.now() - 6_000),
  ],
])('%s is not taken for it', async (_, leaveIt) => {
  const { go, add } = await startBeside(<ProductPage />, '/products/$id')
  const product = await add()
  leaveIt(product)
  await go(`/products/${product.id}`)
  expect(await title('Aurora')).toBeTruthy()
})
