import { product as productSchema } from '@keydesk/contract'
import { describe, expect, test } from 'vitest'
import { detectionTone, pageOf, priceRange, searchProducts, totalStock, updateTone } from './format.ts'

const product = (fields: object) => productSchema.parse({ id: 1, name: 'Aurora', ...fields })

test('Undetected is green and Updated is blue; anything else is red and yellow', () => {
  expect(['Undetected', 'Detected', 'Unknown', 'Testing'].map(detectionTone)).toEqual(['green', 'red', 'red', 'red'])
  expect(['Updated', 'Updating', 'Paused'].map(updateTone)).toEqual(['blue', 'yellow', 'yellow'])
})

test('stock is a sum of counts or of keys, and unknown if one is unknown', () => {
  const keys = [{ id: 1, variant_id: 2, value: 'A' }]
  const sumOf = (...variants: readonly object[]) => totalStock(product({ variants }).variants)
  expect(sumOf({ id: 1, stock: 3 }, { id: 2, keys })).toBe(4)
  expect(sumOf({ id: 1, stock: 3 }, { id: 2 })).toBeUndefined()
  expect(sumOf()).toBeUndefined()
})

test('prices are a range, or one price', () => {
  expect(
    priceRange(
      product({
        variants: [
          { id: 1, price: 9.9 },
          { id: 2, price: 1234.5 },
        ],
      }),
    ),
  ).toBe('$9.90 – $1,234.50')
  expect(
    priceRange(
      product({
        variants: [
          { id: 1, price: 2 },
          { id: 2, price: 2 },
        ],
      }),
    ),
  ).toBe('$2.00')
  expect(priceRange(product({ variants: [] }))).toBeUndefined()
})

test('a search finds every word in name and game', () => {
  const all = [product({ name: 'Aurora', game_name: 'Apex Legends' }), product({ name: 'Borealis', game_name: 'Rust' })]
  expect(searchProducts(all, ' apex AUR ').map(({ name }) => name)).toEqual(['Aurora'])
  expect(searchProducts(all, '')).toHaveLength(2)
  expect(searchProducts(all, 'aurora rust')).toHaveLength(0)
})

test('a search finds statuses by their start', () => {
  const all = [
    product({ name: 'Aurora', detection_status: 'Detected', update_status: 'Updating', featured: true }),
    product({ name: 'Borealis', detection_status: 'Undetected', update_status: 'Updated', unlisted: true }),
    product({ name: 'Nightfall', detection_status: 'Unknown', sales_paused: true }),
  ]
  const found = (text: string) => searchProducts(all, text).map(({ name }) => name)
  expect(found('detected')).toEqual(['Aurora'])
  expect(found('UNDET')).toEqual(['Borealis'])
  expect(found('updat')).toEqual(['Aurora', 'Borealis'])
  expect(found('sales paused')).toEqual(['Nightfall'])
  expect(found('featured aur')).toEqual(['Aurora'])
  expect(found('unlisted')).toEqual(['Borealis'])
})

describe('pages hold nine', () => {
  const items = Array.from({ length: 19 }, (_, index) => index)
  test.each([
    [1, 1, [0, 1, 2, 3, 4, 5, 6, 7, 8]],
    [3, 3, [18]],
    [7, 3, [18]],
    [0, 1, [0, 1, 2, 3, 4, 5, 6, 7, 8]],
  ])('page %i of the address shows page %i', (wanted, page, shown) => {
    expect(pageOf(items, wanted)).toEqual({ page, pageCount: 3, items: shown })
  })
  test('no products are one empty page', () => expect(pageOf([], 4)).toEqual({ page: 1, pageCount: 1, items: [] }))
})
