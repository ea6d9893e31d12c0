import { payoutFilters, type Payout, type PayoutFilter } from '@keydesk/contract'
import { Wallet } from 'lucide-react'
import { useState } from 'react'
import { useListApi } from '../../../api/context.tsx'
import { EmptyState } from '../../../kit/empty-state.tsx'
import { lazyDialog, lazyPart } from '../../../kit/lazy-part.tsx'
import { SearchedList } from '../../../kit/searched-list.tsx'
import { useAddress } from '../../../kit/use-address.ts'
import { useDialog } from '../../../kit/use-dialog.ts'
import { useAuth } from '../../../session/session-provider.tsx'
import { payoutsQuery } from '../referrals-data.ts'
import { userOf } from './flag-words.ts'
import { payoutColumns } from './payout-columns.tsx'
import { PayoutTools } from './payout-tools.tsx'
import { useSelectedPayouts } from './use-selected-payouts.ts'

const CompletePayoutDialog = lazyDialog('Complete Payout', async () => (await import('./complete-payout-dialog.tsx')).CompletePayoutDialog)
const RejectPayoutDialog = lazyDialog('Reject Payout', async () => (await import('./reject-payout-dialog.tsx')).RejectPayoutDialog)
const RunDialog = lazyDialog('Complete payouts', async () => (await import('./run-dialog.tsx')).RunDialog)
const RunBar = lazyPart(async () => (await import('./run-bar.tsx')).RunBar)

const none = 'No payouts found'

const views: Readonly<Record<PayoutFilter, { readonly label: string; readonly hint: string }>> = {
  pending: { label: 'Pending Payouts', hint: 'When a referrer asks for their commission, it waits here for you.' },
  completed: { label: 'Completed payouts', hint: 'What you have paid stands here.' },
  failed: { label: 'Failed payouts', hint: 'What you have rejected stands here.' },
  all: { label: 'All payouts', hint: 'Nobody has asked for a payout so far.' },
}

/** The pending payouts, alone or several at once; by the address's `status` those of before, too. */
export function PayoutsTab() {
  const list = useListApi()
  const { isOwnHost, may } = useAuth()
  const address = useAddress()
  // Another host is asked for the pending ones alone.
  const status = (isOwnHost && payoutFilters.find((filter) => filter === address.get('status'))) || 'pending'
  const [complete, reject] = [useDialog<Payout>(), useDialog<Payout>()]
  const selection = useSelectedPayouts()
  const [isRunning, setRunning] = useState(false)
  const canDecide = may('payouts:write')
  const canSelect = canDecide && isOwnHost && status === 'pending'
  const { label, hint } = views[status]
  return (
    <>
      <SearchedList
        key={status}
        query={(request) => payoutsQuery(list, status, request)}
        rowKey={idOf}
        label={label}
        noun="payout"
        placeholder="User, wallet or transaction ID"
        failure="Failed to fetch pending payouts"
        none={none}
        empty={<EmptyState icon={<Wallet />} title={none} hint={hint} />}
        columns={payoutColumns({
          status,
          selection: canSelect ? selection : undefined,
          decide: canDecide ? { complete: complete.edit, reject: reject.edit } : undefined,
        })}
        textOf={textOf}
        sort={{ column: 'Created Date', direction: 'descending' }}
        renderTools={(shown) =>
          isOwnHost && (
            <PayoutTools
              status={status}
              onStatus={(next) => void address.change({ status: next === 'pending' ? '' : next })}
              shown={shown}
              selection={canSelect ? selection : undefined}
            />
          )
        }
      />
      {canSelect && selection.rows.length > 0 && (
        <RunBar payouts={selection.rows} onKnown={selection.update} onClear={selection.clear} onComplete={() => setRunning(true)} />
      )}
      {complete.state.is === 'editing' && (
        <CompletePayoutDialog payout={complete.state.row} onDecided={selection.remove} onClose={complete.close} />
      )}
      {reject.state.is === 'editing' && (
        <RejectPayoutDialog payout={reject.state.row} onDecided={selection.remove} onClose={reject.close} />
      )}
      {isRunning && (
        <RunDialog
          payouts={selection.rows}
          onLeaveOut={(payout) => selection.remove([payout])}
          onDone={selection.clear}
          onClose={() => setRunning(false)}
        />
      )}
    </>
  )
}

const idOf = ({ id }: Payout) => id

const textOf = (payout: Payout): string =>
  `#${payout.id} ${userOf(payout)} ${payout.wallet_type} ${payout.wallet_address} ${payout.transaction_id ?? ''}`
