import type { Payout, PayoutFilter } from '@keydesk/contract'
import { X } from 'lucide-react'
import { useState } from 'react'
import { asListed } from '../../../api/list-query.ts'
import { Checkbox } from '../../../kit/controls/checkbox.tsx'
import { CopyButton } from '../../../kit/controls/copy-button.tsx'
import { Badge } from '../../../kit/feedback/badge.tsx'
import { type Column, timeOf } from '../../../kit/table/column.ts'
import { RowActions } from '../../../kit/table/row-actions.tsx'
import { DateText } from '../../../kit/text/date-text.tsx'
import { Money } from '../../../kit/text/money.tsx'
import { payoutColumns as shapes } from '../../../routes/referrals.ts'
import { StatusBadge } from '../parts.tsx'
import { flagsOf, markUncovered, userOf } from './format.ts'

interface Options {
  readonly status: PayoutFilter
  /** Undefined if nothing can be selected. */
  readonly selection: SelectedPayouts | undefined
  /** Undefined for a role that may not decide payouts. */
  readonly decide: { readonly complete: (payout: Payout) => void; readonly reject: (payout: Payout) => void } | undefined
}

export const payoutColumns = ({ status, selection, decide }: Options): readonly Column<Payout>[] => [
  idColumn(selection),
  ...facts,
  ...(status === 'completed' ? [transaction] : []),
  ...(status === 'failed' ? [reason] : []),
  ...(status === 'all' ? [outcome] : []),
  ...(status === 'pending' ? [] : [decided]),
  // The list of all payouts has no room for actions; pending payouts are decided in their own list.
  ...(decide !== undefined && status === 'pending' ? [actions(decide)] : []),
]

const idColumn = (selection: SelectedPayouts | undefined): Column<Payout> => ({
  ...shapes.id,
  cell: (payout) =>
    selection === undefined || payout.status !== 'pending' ? (
      `#${payout.id}`
    ) : (
      <span className="flex items-center gap-2.5">
        <Checkbox
          aria-label={`Select payout #${payout.id}`}
          checked={selection.has(payout)}
          onChange={(isOn) => (isOn ? selection.add([payout]) : selection.remove([payout]))}
        />
        #{payout.id}
      </span>
    ),
  sort: ({ id }) => id,
  sortKey: 'id',
})

const actions = ({ complete, reject }: NonNullable<Options['decide']>): Column<Payout> => ({
  ...shapes.actions,
  // A foreign host may also list decided payouts here.
  cell: (payout) =>
    payout.status === 'pending' && (
      <RowActions
        actions={[
          { label: 'Complete', onSelect: () => complete(payout) },
          { label: 'Reject', icon: <X aria-hidden />, isDanger: true, onSelect: () => reject(payout) },
        ]}
      />
    ),
})

/** An address wraps, because it is to be compared whole. A transaction ID is cut like other long texts. */
const Code = ({ text, label, isCut = false }: { readonly text: string; readonly label: string; readonly isCut?: boolean }) => (
  <span className="flex items-center gap-1">
    <span className={isCut ? 'truncate font-mono cards:break-all cards:whitespace-normal' : 'font-mono break-all'}>{text}</span>
    {text !== '' && <CopyButton text={text} label={label} />}
  </span>
)

const facts: readonly Column<Payout>[] = [
  {
    ...shapes.user,
    cell: (payout) => <span className="font-medium">{userOf(payout)}</span>,
    sort: userOf,
  },
  {
    ...shapes.amount,
    cell: ({ amount }) => <Money amount={amount} />,
    sort: ({ amount }) => amount,
    sortKey: 'amount',
  },
  {
    ...shapes.walletType,
    cell: ({ wallet_type }) => wallet_type,
    sort: ({ wallet_type }) => wallet_type,
    sortKey: 'wallet_type',
  },
  {
    ...shapes.walletAddress,
    cell: ({ wallet_address }) => <Code text={wallet_address} label="Copy address" />,
    sort: ({ wallet_address }) => wallet_address,
  },
  {
    ...shapes.status,
    cell: (payout) => (
      <span className="flex flex-wrap items-center gap-1.5">
        <StatusBadge of="payout" status={payout.status} />
        {flagsOf(payout).map(({ short, tone }) => (
          <Badge key={short} tone={tone}>
            {short}
          </Badge>
        ))}
      </span>
    ),
    sort: ({ status }) => status,
  },
  {
    ...shapes.createdDate,
    cell: ({ created_at }) => <DateText at={created_at} none="N/A" />,
    sort: ({ created_at }) => timeOf(created_at),
    sortKey: 'created_at',
  },
]

const transaction: Column<Payout> = {
  title: 'Transaction ID',
  share: 3,
  isCut: true,
  priority: 'low',
  cell: ({ transaction_id }) => (transaction_id ? <Code text={transaction_id} label="Copy transaction ID" isCut /> : '-'),
  sort: ({ transaction_id }) => transaction_id ?? null,
}

const reason: Column<Payout> = {
  title: 'Reason',
  share: 2,
  isCut: true,
  priority: 'low',
  cell: ({ reason: text }) => text || '-',
  sort: ({ reason: text }) => text ?? null,
}

/** A payout has a transaction or a reason, never both. */
const outcome: Column<Payout> = {
  title: 'Transaction ID or Reason',
  share: 3,
  isCut: true,
  priority: 'low',
  cell: (payout) => (payout.transaction_id ? transaction.cell(payout) : reason.cell(payout)),
}

const decided: Column<Payout> = {
  title: 'Decided',
  cell: ({ decided_at }) => <DateText at={decided_at ?? null} none="-" />,
  sort: ({ decided_at }) => timeOf(decided_at ?? null),
}

type Selected = ReadonlyMap<number, Payout>

/** The selected payouts, oldest first: they are copied, paid and completed in this order. */
export function useSelectedPayouts(listed: readonly Payout[]) {
  const [selected, setSelected] = useState<Selected>(new Map())
  return {
    rows: markUncovered([...selected.values()].map((row) => asListed(row, listed)).toSorted((one, other) => one.id - other.id)),
    has: ({ id }: Payout) => selected.has(id),
    add: (rows: readonly Payout[]) => setSelected((before) => new Map([...before, ...rows.map((row) => [row.id, row] as const)])),
    remove: (rows: readonly Payout[]) => setSelected((before) => new Map([...before].filter(([id]) => !rows.some((row) => row.id === id)))),
    /** Replaces selected payouts by their refetched state, and deselects those that are no longer pending. */
    update: (refetched: readonly Payout[], pending: ReadonlyMap<number, Payout>) =>
      setSelected(
        (before) =>
          new Map(
            [...before].flatMap(([id, row]): readonly (readonly [number, Payout])[] => {
              const now = refetched.some((each) => each.id === id) ? pending.get(id) : row
              return now === undefined ? [] : [[id, now]]
            }),
          ),
      ),
    clear: () => setSelected(new Map()),
  }
}

export type SelectedPayouts = ReturnType<typeof useSelectedPayouts>
