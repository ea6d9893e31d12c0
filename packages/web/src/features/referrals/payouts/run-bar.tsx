import { type Payout, centsToDollars, dollarsToCents, formatUsd, limits } from '@keydesk/contract'
import { Copy, Download } from 'lucide-react'
import { ApiError } from '../../../api/error.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { Button } from '../../../kit/controls/button.tsx'
import { SelectionBar } from '../../../kit/layout/bottom-bar.tsx'
import { formatCount, plural } from '../../../kit/text/format.ts'
import { saveFile } from '../../../kit/text/save-file.ts'
import { useAction } from '../../../kit/feedback/use-action.ts'
import { payoutsToCsv, payoutsToText, useAllPayouts } from './export.tsx'
import { markUncovered } from './format.ts'

interface Props {
  /** In the order of copying and paying. */
  readonly payouts: readonly Payout[]
  /** Called with the refetched state of some payouts; those that are no longer pending are missing. */
  readonly onRefetched: (refetched: readonly Payout[], pending: ReadonlyMap<number, Payout>) => void
  readonly onClear: () => void
  readonly onComplete: () => void
}

/** At the bottom of the window while payouts are selected: their total, the list to pay from, and the next step. */
export function RunBar({ payouts, onRefetched, onClear, onComplete }: Props) {
  const count = plural(payouts.length, 'payout')
  const uncovered = payouts.filter(({ flags }) => flags.includes('balance_overdrawn')).length
  const isTooMany = payouts.length > limits.payoutRun
  const fetchAll = useAllPayouts()
  /** Refetches, because a payout that was decided or lost its balance meanwhile must not be paid. */
  const fetchPending = async (wish: { readonly isFile: boolean }) => {
    const pending = new Map((await fetchAll('pending', wish)).map((payout) => [payout.id, payout]))
    onRefetched(payouts, pending)
    return markUncovered(payouts.flatMap(({ id }) => pending.get(id) ?? []))
  }
  /** Counts the payouts that were selected at the press, because the selection shrinks with the refetch. */
  const stillPending = (rows: readonly Payout[]) =>
    rows.length < payouts.length ? `the ${formatCount(rows.length)} of ${count} that are still pending` : null
  const download = useAction({
    run: async () => {
      const rows = await fetchPending({ isFile: true })
      saveFile(new Blob([payoutsToCsv(rows)], { type: 'text/csv' }), 'payouts.csv')
      return stillPending(rows)
    },
    success: (some) => some && `The file has ${some}`,
    failure: 'Failed to export the payouts',
    refresh: queryKeys.referralList('payouts'),
  })
  const copy = useAction({
    run: async () => {
      const rows = fetchPending({ isFile: false })
      try {
        await copyWhenReady(rows.then(payoutsToText))
      } catch (error) {
        // If the fetch failed, throw its error instead.
        await rows
        throw error
      }
      return `Copied ${stillPending(await rows) ?? count}`
    },
    success: (text) => text,
    failure: (error) => (error instanceof ApiError ? 'Failed to copy the payouts' : 'The browser does not allow copying here'),
    refresh: queryKeys.referralList('payouts'),
  })
  const complete = useAction({
    run: () => fetchPending({ isFile: false }),
    success: (rows) => {
      if (rows.length === 0) return 'None of them is pending any more'
      const some = stillPending(rows)
      return some && `Continues with ${some}`
    },
    failure: 'Failed to fetch the payouts',
    refresh: queryKeys.referralList('payouts'),
  })
  const notes = (
    <>
      <p className="text-table text-muted">{isTooMany ? `At most ${limits.payoutRun} can be completed at once.` : totalsOf(payouts)}</p>
      {uncovered > 0 && (
        <p className="text-table text-red">
          The balance no longer covers {formatCount(uncovered)} of them: do not send what it does not cover.
        </p>
      )}
    </>
  )
  return (
    <SelectionBar label="Selected payouts" count={count} notes={notes} onClear={onClear}>
      <Button icon={<Copy aria-hidden />} busy={copy.isPending && 'Copying...'} onClick={() => copy.mutate(undefined)}>
        Copy list
      </Button>
      <Button icon={<Download aria-hidden />} busy={download.isPending && 'Exporting...'} onClick={() => download.mutate(undefined)}>
        Download CSV
      </Button>
      <Button
        variant="primary"
        disabled={isTooMany}
        busy={complete.isPending && 'Loading...'}
        onClick={() => complete.mutate(undefined, { onSuccess: onComplete })}
      >
        Complete…
      </Button>
    </SelectionBar>
  )
}

/** Browsers allow copying only shortly after a press, and an answer may be slower; a ClipboardItem can wait for its text. */
async function copyWhenReady(text: Promise<string>): Promise<void> {
  if (!('ClipboardItem' in window)) return navigator.clipboard.writeText(await text)
  const blob = text.then((ready) => new Blob([ready], { type: 'text/plain' }))
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
}

/** The total of each wallet type: 'Bitcoin $120.00 (8), USDT $40.00 (1)'. */
export function totalsOf(payouts: readonly Payout[]): string {
  const byType = Map.groupBy(payouts, (payout) => payout.wallet_type)
  const total = (rows: readonly Payout[]) => formatUsd(centsToDollars(rows.reduce((sum, { amount }) => sum + dollarsToCents(amount), 0)))
  return [...byType].map(([type, rows]) => `${type} ${total(rows)} (${formatCount(rows.length)})`).join(', ')
}
