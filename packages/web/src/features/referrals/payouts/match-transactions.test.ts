import { expect, test } from 'vitest'
import { matchTransactions, withoutPayout } from './match-transactions.ts'

const payouts = [{ id: 4 }, { id: 12 }, { id: 7 }]
const match = (text: string) => {
  const { transactions, problem } = matchTransactions(text, payouts)
  return problem ?? Object.fromEntries(transactions)
}

test.each([
  ['nothing', '', {}],
  ['one line for each, in their order', '0xa\n0xb\n0xc', { 4: '0xa', 12: '0xb', 7: '0xc' }],
  ['blank lines and line ends of another system', '\r\n 0xa \r\n\r\n0xb\r\n', { 4: '0xa', 12: '0xb' }],
  ['numbers alone', '100\n12\n4', { 4: '100', 12: '12', 7: '4' }],
  ['tab, comma, blank and semicolon behind the payout', '12\t0xb\n#7, 0xc\n4 0xa', { 4: '0xa', 12: '0xb', 7: '0xc' }],
  ['some of them', '7;0xc', { 7: '0xc' }],
  ['one transaction for several', 'same\nsame\nsame', { 4: 'same', 12: 'same', 7: 'same' }],
  ['too many', 'a\nb\nc\nd', 'There are 4 lines for 3 payouts'],
  ['a payout that is not selected', '4 a\n5 b', 'Line 2: payout #5 is not selected'],
  ['a payout that is named twice', '4 a\n\n#4 b', 'Line 3: payout #4 is named twice'],
  ['named and not named', '4 a\nb', 'Line 2 names no payout, but others do'],
  ['what no transaction id is', `a\n${'x'.repeat(201)}`, 'Line 2 is longer than 200 characters'],
  ['a name before the id', '0xa\nmarble 0xb', 'Line 2: a transaction ID must not contain spaces or commas'],
  ['the copied list', '4\tmarble\tBTC\tbc1-abc\t79.00', 'Line 1: a transaction ID must not contain spaces or commas'],
  ['the downloaded list', '4,marble,BTC,bc1-abc,79.00', 'Line 1: a transaction ID must not contain spaces or commas'],
] as const)('%s', (_, text, found) => expect(match(text)).toEqual(found))

test.each([
  ['in their order', '0xa\n\n0xb\n0xc', '0xa\n0xc'],
  ['by name', '12 0xb\n#7, 0xc\n4 0xa', '#7, 0xc\n4 0xa'],
  ['fewer lines than payouts', '0xa', '0xa'],
])('leaving out a payout removes its line: %s', (_, text, left) => expect(withoutPayout(text, payouts, { id: 12 })).toBe(left))
