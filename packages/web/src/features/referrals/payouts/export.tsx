import {
  type CsvCell,
  type Payout,
  type PayoutFilter,
  byteOrderMark,
  formatInZone,
  referrals,
  toCsvLine,
  withoutFormula,
} from '@keydesk/contract'
import { Download } from 'lucide-react'
import { useListApi } from '../../../api/context.tsx'
import { Button } from '../../../kit/controls/button.tsx'
import { useAction } from '../../../kit/feedback/use-action.ts'
import { viewerZone } from '../../../kit/text/format.ts'
import { saveFile } from '../../../kit/text/save-file.ts'
import { flagsOf, userOf } from './format.ts'

/** Exports all payouts with a status, also those that the list has not loaded. */
export function ExportButton({ status }: { readonly status: PayoutFilter }) {
  const fetchAll = useAllPayouts()
  const save = useAction({
    run: async () => {
      const text = historyToCsv(await fetchAll(status, { isFile: true }), viewerZone())
      saveFile(new Blob([text], { type: 'text/csv' }), `payouts-${status}.csv`)
    },
    success: null,
    failure: 'Failed to export the payouts',
    refresh: null,
  })
  return (
    <Button icon={<Download aria-hidden />} busy={save.isPending && 'Exporting...'} onClick={() => save.mutate(undefined)}>
      Export CSV
    </Button>
  )
}

/** Fetches all payouts with a status. With `isFile` the server records an export in the activity. */
export function useAllPayouts() {
  const list = useListApi()
  return async (status: PayoutFilter, { isFile }: { readonly isFile: boolean }): Promise<readonly Payout[]> =>
    (await list(referrals.payouts, { query: { type: 'payouts', status, ...(isFile && { export: 'true' as const }) } })).rows
}

const amountOf = ({ amount }: Payout): string => amount.toFixed(2)

/** A phone number or a handle is where the money goes, and no formula: it is written as it is. */
const addressCell = (address: string): CsvCell => (/^(\+[\d ]+|@[\w.-]+)$/.test(address) ? { asIs: address } : address)

const paymentCells = (payout: Payout): CsvCell[] => [
  ...[String(payout.id), userOf(payout), payout.wallet_type, addressCell(payout.wallet_address)],
  ...[
    amountOf(payout),
    flagsOf(payout)
      .map(({ short }) => short)
      .join(', '),
  ],
]
const paymentTitles = ['ID', 'User', 'Wallet Type', 'Wallet Address', 'Amount', 'To Check']

/** The payments to make, for a wallet or a spreadsheet: one line per payout, separated by tabs, with its flags at the end. */
export const payoutsToText = (payouts: readonly Payout[]): string =>
  payouts.map((payout) => paymentCells(payout).map(toTextCell).join('\t').trimEnd()).join('\n')

const toTextCell = (cell: CsvCell): string => (typeof cell === 'string' ? withoutFormula(cell).replaceAll(/[\t\r\n]+/g, ' ') : cell.asIs)

/** The payments to make as CSV. */
export const payoutsToCsv = (payouts: readonly Payout[]): string => toFile(paymentTitles, payouts.map(paymentCells))

/** Decided payouts as CSV, with moments as in the export of orders: local times of the zone with their offset. */
export function historyToCsv(payouts: readonly Payout[], zone: string): string {
  const toClock = (moment: string | null | undefined) => (moment ? formatInZone(new Date(moment), zone) : '')
  return toFile(
    [...paymentTitles, 'Status', 'Transaction ID', 'Reason', 'Created At', 'Decided At'],
    payouts.map((payout) => [
      ...paymentCells(payout),
      ...[payout.status, payout.transaction_id ?? '', payout.reason ?? '', toClock(payout.created_at), toClock(payout.decided_at)],
    ]),
  )
}

const toFile = (titles: readonly string[], rows: readonly CsvCell[][]): string =>
  byteOrderMark + [titles, ...rows].map((cells) => toCsvLine(cells)).join('')
