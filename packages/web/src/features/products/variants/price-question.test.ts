import { expect, test } from 'vitest'
import { askAboutPrice } from './form.ts'

const variant = (price: string) => ({ name: 'Day', price, max_per_order: undefined, low_stock_threshold: undefined, keys: '' })
const ask = (from: string, to: string, isDraft = false) => askAboutPrice(variant(from), variant(to), { isDraft })?.title ?? null

test.each([
  ['20.00', '2', 'Change the price from $20.00 to $2.00?'],
  ['20.00', '9.99', 'Change the price from $20.00 to $9.99?'],
  ['20.00', '30.01', 'Change the price from $20.00 to $30.01?'],
  ['20.00', '0', 'Change the price from $20.00 to $0.00?'],
  ['0.00', '5', 'Change the price from $0.00 to $5.00?'],
  ['20.00', '10', null],
  ['20.00', '30', null],
  ['20.00', '20', null],
  ['0.00', '0', null],
])('from %s to %s: %s', (from, to, title) => {
  expect(ask(from, to)).toBe(title)
})

test('a draft has no earlier price, but a price of 0 asks', () => {
  expect(ask('1.99', '49', true)).toBeNull()
  expect(ask('1.99', '0', true)).toBe('Change the price from $1.99 to $0.00?')
})
