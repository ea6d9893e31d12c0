import { type BulkSet, product as productSchema } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { consequencesOf } from './form.ts'

const products = ['Detected', 'Undetected', 'Undetected'].map((detection_status, index) =>
  productSchema.parse({ id: index + 1, name: `Product ${index + 1}`, detection_status, sales_paused: false, unlisted: true }),
)

test.each<[string, BulkSet, string[]]>([
  ['nothing', {}, []],
  ['some that are so already', { detection_status: 'Detected' }, ['2 products become Detected (1 is so already).']],
  ['one', { detection_status: 'Undetected' }, ['1 product becomes Undetected (2 are so already).']],
  [
    'none',
    { unlisted: true, sales_paused: false },
    ['Nothing changes in listing: all 3 are so already.', 'Nothing changes in sales: all 3 are so already.'],
  ],
  [
    'several things',
    { sales_paused: true, featured: true },
    [
      '3 products cannot be bought until sales are resumed; pending orders can still be paid.',
      '3 products are marked as featured for the store.',
    ],
  ],
])('describes a change of %s', (_, set, expected) => {
  expect(consequencesOf(products, set)).toEqual(expected)
})
