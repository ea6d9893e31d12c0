import { product as productSchema } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { countDrafts, productStock } from './format.ts'

const stockOf = (...variants: readonly object[]) =>
  productStock(productSchema.parse({ id: 1, name: 'Aurora', variants: variants.map((variant, index) => ({ id: index + 1, ...variant })) }))

test.each([
  ['fine', [{ stock: 3 }, { stock: 0 }], { level: 'fine', units: 3 }],
  ['sold out', [{ stock: 0 }, { stock: 0, is_low: true }], { level: 'out', units: 0, warning: 'Out of stock' }],
  [
    'low by the variant that lasts the shortest',
    [
      { stock: 8, is_low: true, days_left: 6.4 },
      { stock: 2, is_low: true, days_left: 3.9 },
    ],
    { level: 'low', units: 10, warning: '3 days left' },
  ],
  ['low for hours', [{ stock: 2, is_low: true, days_left: 0.5 }], { level: 'low', units: 2, warning: 'Less than a day left' }],
  ['low for a day', [{ stock: 2, is_low: true, days_left: 1 }], { level: 'low', units: 2, warning: '1 day left' }],
  ['low by its own threshold', [{ stock: 2, is_low: true }], { level: 'low', units: 2, warning: '2 keys left' }],
  ['sold out in part', [{ stock: 2 }, { stock: 0, is_low: true, days_left: 0 }], { level: 'low', units: 2, warning: '1 variant sold out' }],
  ['without its drafts', [{ stock: 2 }, { stock: 5, is_draft: true }], { level: 'fine', units: 2 }],
  ['not there for drafts alone', [{ stock: 5, is_draft: true }], undefined],
  ['not there without variants', [], undefined],
  ['not known', [{ stock: 5 }, {}], undefined],
])('stock is %s', (_, variants, expected) => {
  expect(stockOf(...variants)).toEqual(expected)
})

test('drafts are counted', () => {
  const variants = [{ id: 1, is_draft: true }, { id: 2 }, { id: 3, is_draft: true }]
  expect(countDrafts(productSchema.parse({ id: 1, name: 'Aurora', variants }))).toBe(2)
})
