import { byteOrderMark, toCsvLine, withoutFormula, type Payout } from '@keydesk/contract'
import { flagsOf, userOf } from './flag-words.ts'

const amountOf = ({ amount }: Payout): string => amount.toFixed(2)

const wanted = (payout: Payout): string[] => [
  ...[String(payout.id), userOf(payout), payout.wallet_type, payout.wallet_address],
  ...[
    amountOf(payout),
    flagsOf(payout)
      .map(({ short }) => short)
      .join(', '),
  ],
]
const wantedTitles = ['ID', 'User', 'Wallet Type', 'Wallet Address', 'Amount', 'To Check']

/** What is to be sent where, for a wallet or a spreadsheet: a line for each, tabs between, and at its end what a person must look at. */
export const payoutsToText = (payouts: readonly Payout[]): string =>
  payouts.map((payout) => wanted(payout).map(toTextCell).join('\t').trimEnd()).join('\n')

const toTextCell = (text: string): string => withoutFormula(text).replaceAll(/[\t\r\n]+/g, ' ')

/** The same as a file. */
export const payoutsToCsv = (payouts: readonly Payout[]): string => toFile(wantedTitles, payouts.map(wanted))

/** What became of them. Moments are in UTC. */
export const historyToCsv = (payouts: readonly Payout[]): string =>
  toFile(
    [...wantedTitles, 'Status', 'Transaction ID', 'Reason', 'Created At', 'Decided At'],
    payouts.map((payout) => [
      ...wanted(payout),
      ...[payout.status, payout.transaction_id ?? '', payout.reason ?? '', payout.created_at ?? '', payout.decided_at ?? ''],
    ]),
  )

const toFile = (titles: readonly string[], rows: readonly string[][]): string =>
  byteOrderMark + [titles, ...rows].map((cells) => toCsvLine(cells)).join('')
