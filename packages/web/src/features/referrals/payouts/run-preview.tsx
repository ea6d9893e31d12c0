import { formatUsd, type Payout, type RefusedPayout, type UsedTransaction } from '@keydesk/contract'
import { ArrowRight, CircleX, TriangleAlert } from 'lucide-react'
import { Button } from '../../../kit/button.tsx'
import { CopyButton } from '../../../kit/copy-button.tsx'
import { flagsOf, sayUsed, userOf } from './flag-words.ts'

interface Props {
  readonly payouts: readonly Payout[]
  /** By the payouts that they prove. */
  readonly transactions: ReadonlyMap<number, string>
  /** Transactions that completed payouts have already. */
  readonly used: ReadonlyMap<string, UsedTransaction>
  readonly refused: readonly RefusedPayout[]
  readonly onLeaveOut: (payout: Payout) => void
}

/** What goes where, and what proves it. */
export const RunPreview = ({ payouts, transactions, used, refused, onLeaveOut }: Props) => (
  <ol aria-label="Payouts" className="divide-y divide-border rounded-control border border-border text-table">
    {payouts.map((payout) => {
      const before = used.get(transactions.get(payout.id) ?? '')
      const reason = refused.find(({ id }) => id === payout.id)?.message
      return (
        <li key={payout.id} className="space-y-1 px-3 py-2">
          <p className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">
              <span className="text-muted tabular-nums">#{payout.id}</span> <span className="font-medium">{userOf(payout)}</span>
            </span>
            <span className="font-medium tabular-nums">{formatUsd(payout.amount)}</span>
          </p>
          <p className="flex items-center gap-1">
            <span className="min-w-0 flex-1">
              <span className="text-muted">{payout.wallet_type}</span> <span className="font-mono break-all">{payout.wallet_address}</span>
            </span>
            <CopyButton text={payout.wallet_address} label={`Copy address of #${payout.id}`} />
          </p>
          <p className="flex items-start gap-2">
            <ArrowRight aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
            {transactions.has(payout.id) ? (
              <span className="min-w-0 font-mono break-all">{transactions.get(payout.id)}</span>
            ) : (
              <span className="text-muted">No transaction ID yet</span>
            )}
          </p>
          {before !== undefined && (
            <p className="flex gap-2 text-yellow">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              {sayUsed(before)}
            </p>
          )}
          {flagsOf(payout).map(({ short, tone, sentence }) => (
            <p key={short} className={tone === 'red' ? 'flex gap-2 text-red' : 'flex gap-2 text-yellow'}>
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              {sentence(payout)}
            </p>
          ))}
          {reason !== undefined && (
            <p role="alert" className="flex flex-wrap items-center gap-2 text-red">
              <CircleX aria-hidden className="size-4 shrink-0" />
              <span className="min-w-0 flex-1 wrap-anywhere">{reason}</span>
              <Button size="sm" onClick={() => onLeaveOut(payout)}>
                Leave out
              </Button>
            </p>
          )}
        </li>
      )
    })}
  </ol>
)
