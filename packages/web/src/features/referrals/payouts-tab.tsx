import { formatUsd, type Payout } from '@keydesk/contract'
import { Wallet } from 'lucide-react'
import { useListApi } from '../../api/context.tsx'
import { Badge } from '../../kit/badge.tsx'
import { Button } from '../../kit/button.tsx'
import type { Column } from '../../kit/column.ts'
import { useConfirm } from '../../kit/confirm.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { DateText } from '../../kit/date-text.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { inSentence } from '../../kit/format.ts'
import { lazyDialog } from '../../kit/lazy-part.tsx'
import { Money } from '../../kit/money.tsx'
import { SearchedList } from '../../kit/searched-list.tsx'
import { timeOf } from '../../kit/sort-rows.ts'
import { useDialog } from '../../kit/use-dialog.ts'
import { useMay } from '../../session/session-provider.tsx'
import { formatUser } from './referral-format.ts'
import { pendingPayoutsQuery, useDecidePayout } from './referrals-data.ts'
import { StatusBadge } from './status-badge.tsx'

const CompletePayoutDialog = lazyDialog('Complete Payout', async () => (await import('./complete-payout-dialog.tsx')).CompletePayoutDialog)

const none = 'No payouts found'

export function PayoutsTab() {
  const list = useListApi()
  const complete = useDialog<Payout>()
  const may = useMay()
  return (
    <>
      <SearchedList
        query={(request) => pendingPayoutsQuery(list, request)}
        rowKey={idOf}
        label="Pending Payouts"
        noun="payout"
        placeholder="Search by user or wallet"
        failure="Failed to fetch pending payouts"
        none={none}
        empty={<EmptyState icon={<Wallet />} title={none} hint="When a referrer asks for their commission, it waits here for you." />}
        columns={may('payouts:write') ? [...facts, actions(complete.edit)] : facts}
        textOf={textOf}
        sort={{ column: 'Created Date', direction: 'descending' }}
      />
      {complete.state.is === 'editing' && <CompletePayoutDialog payout={complete.state.row} onClose={complete.close} />}
    </>
  )
}

function PayoutActions({ payout, onComplete }: { readonly payout: Payout; readonly onComplete: () => void }) {
  const confirm = useConfirm()
  const decide = useDecidePayout(payout)
  const reject = async () => {
    const [amount, user] = [formatUsd(payout.amount), inSentence(formatUser(payout.username, payout.user_id))]
    const text = `The payout #${payout.id} to ${user} is marked as failed, for good. ${amount} returns to the balance of ${user}.`
    if (await confirm({ title: `Reject payout of ${amount}?`, text, yes: 'Reject Payout', danger: true }))
      decide.mutate({ status: 'failed' })
  }
  return (
    <>
      <Button size="sm" onClick={onComplete} disabled={decide.isPending}>
        Complete
      </Button>
      <Button size="sm" variant="ghost" busy={decide.isPending && 'Rejecting...'} onClick={() => void reject()}>
        Reject
      </Button>
    </>
  )
}

/** Only what is pending can be decided. */
const actions = (onComplete: (payout: Payout) => void): Column<Payout> => ({
  title: 'Actions',
  cell: (payout) => payout.status === 'pending' && <PayoutActions payout={payout} onComplete={() => onComplete(payout)} />,
  isActions: true,
})

const userOf = ({ username, user_id }: Payout): string => formatUser(username, user_id)

const facts: readonly Column<Payout>[] = [
  { title: 'ID', cell: ({ id }) => `#${id}`, sort: ({ id }) => id, sortKey: 'id' },
  {
    title: 'User',
    share: 2,
    priority: 'high',
    cell: (payout) => <span className="font-medium">{userOf(payout)}</span>,
    sort: userOf,
  },
  {
    title: 'Amount',
    cell: ({ amount }) => <Money amount={amount} />,
    sort: ({ amount }) => amount,
    sortKey: 'amount',
    align: 'right',
    priority: 'high',
  },
  {
    title: 'Wallet Type',
    share: 1,
    cell: ({ wallet_type }) => wallet_type,
    sort: ({ wallet_type }) => wallet_type,
    sortKey: 'wallet_type',
    priority: 'low',
  },
  {
    title: 'Wallet Address',
    share: 3,
    priority: 'low',
    cell: ({ wallet_address }) => (
      <span className="flex items-center gap-1">
        <span className="min-w-0 font-mono break-all">{wallet_address}</span>
        {wallet_address !== '' && <CopyButton text={wallet_address} label="Copy address" />}
      </span>
    ),
    sort: ({ wallet_address }) => wallet_address,
  },
  {
    title: 'Status',
    cell: ({ status, flags }) => (
      <span className="flex flex-wrap gap-1">
        <StatusBadge status={status} />
        {flags.includes('balance_overdrawn') && <Badge tone="red">Balance too low</Badge>}
      </span>
    ),
    sort: ({ status }) => status,
  },
  {
    title: 'Created Date',
    cell: ({ created_at }) => <DateText at={created_at} none="N/A" />,
    sort: ({ created_at }) => timeOf(created_at),
    sortKey: 'created_at',
  },
]

const idOf = ({ id }: Payout) => id

const textOf = (payout: Payout): string => `#${payout.id} ${userOf(payout)} ${payout.wallet_type} ${payout.wallet_address}`
