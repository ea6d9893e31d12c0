import { type Payout, type PayoutFilter, byteOrderMark, referrals, toCsvLine, withoutFormula } from '@keydesk/contract'
import { Download } from 'lucide-react'
import { useListApi } from '../../../api/context.tsx'
import { Button } from '../../../kit/controls/button.tsx'
import { useAction } from '../../../kit/feedback/use-action.ts'
import { saveFile } from '../../../kit/text/save-file.ts'
import { flagsOf, userOf } from './format.ts'

/** All payouts in a state as a file, and not only those that are shown. */
export function ExportButton({ status }: { readonly status: PayoutFilter }) {
  const fetchAll = useAllPayouts()
  const save = useAction({
    run: async () =>
      saveFile(new Blob([historyToCsv(await fetchAll(status, { isFile: true }))], { type: 'text/csv' }), `payouts-${status}.csv`),
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

/** All payouts in a state as they are now, and not a page of them. Those for a file are asked for as such: the activity says so. */
export function useAllPayouts() {
  const list = useListApi()
  return async (status: PayoutFilter, { isFile }: { readonly isFile: boolean }): Promise<readonly Payout[]> =>
    (await list(referrals.payouts, { query: { type: 'payouts', status, ...(isFile && { export: 'true' as const }) } })).rows
}

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
