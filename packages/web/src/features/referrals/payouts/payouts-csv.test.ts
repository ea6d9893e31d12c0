import type { Payout } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { historyToCsv, payoutsToCsv, payoutsToText } from './export.tsx'

const payout: Payout = {
  ...{ id: 4, user_id: 7, username: '=cmd|1', amount: 9.5, wallet_type: 'Bitcoin, old', wallet_address: 'bc1qexample' },
  ...{ status: 'failed', created_at: '2030-01-01T00:00:00.000Z', transaction_id: null, reason: 'Not "yours"', decided_at: null, flags: [] },
}

test('a spreadsheet shows text of strangers without running formulas', () => {
  expect(payoutsToCsv([payout])).toBe(
    `\ufeffID,User,Wallet Type,Wallet Address,Amount,To Check\r\n4,'=cmd|1,"Bitcoin, old",bc1qexample,9.50,\r\n`,
  )
  expect(historyToCsv([payout], 'America/New_York')).toContain(
    `4,'=cmd|1,"Bitcoin, old",bc1qexample,9.50,,failed,,"Not ""yours""",2029-12-31T19:00:00-05:00,\r\n`,
  )
})

test('the list to copy has one line per payout, separated by tabs', () => {
  const flagged = { ...payout, id: 5, username: undefined, wallet_type: 'A\tB', flags: ['balance_overdrawn'] }
  expect(payoutsToText([payout, flagged])).toBe(
    "4\t'=cmd|1\tBitcoin, old\tbc1qexample\t9.50\n5\tUser #7\tA B\tbc1qexample\t9.50\tBalance too low",
  )
})

test.each(['+254712345678', '+254 712 345 678', '@mara_k.2-b'])('the address %s is written as it is', (wallet_address) => {
  expect(payoutsToText([{ ...payout, wallet_address }])).toBe(`4\t'=cmd|1\tBitcoin, old\t${wallet_address}\t9.50`)
  expect(payoutsToCsv([{ ...payout, wallet_address }])).toContain(`"Bitcoin, old",${wallet_address},9.50,`)
  expect(historyToCsv([{ ...payout, wallet_address }], 'UTC')).toContain(`"Bitcoin, old",${wallet_address},9.50,`)
})

test.each(['+1+2', '+1\n', '@SUM(A1)', '@a b', '-254712345678', '=1'])(
  'the address %j, which may be a formula, gets an apostrophe',
  (wallet_address) => {
    expect(payoutsToCsv([{ ...payout, wallet_address }])).toMatch(/"Bitcoin, old","?'/)
  },
)
