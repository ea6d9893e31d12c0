import { type Payout, type PayoutFilter, payoutFilters } from '@keydesk/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Wallet } from 'lucide-react'
import { useState } from 'react'
import { useListApi } from '../../../api/context.tsx'
import { CheckboxField } from '../../../kit/controls/checkbox.tsx'
import { FilterSelect } from '../../../kit/controls/select.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { lazyDialog, lazyPart } from '../../../kit/feedback/lazy-part.tsx'
import { useFocusRefuge } from '../../../kit/overlay/focus.ts'
import { useDialog } from '../../../kit/overlay/use-dialog.ts'
import { SearchedList } from '../../../kit/table/searched-list.tsx'
import { capital, formatCount } from '../../../kit/text/format.ts'
import { useSetSearchParams } from '../../../kit/search-params.ts'
import { useAuth } from '../../../session/session-provider.tsx'
import { payoutsQuery, pendingPayoutsQuery } from '../data.ts'
import { userOf } from './format.ts'
import { payoutColumns, useSelectedPayouts, type SelectedPayouts } from './table.tsx'

const CompletePayoutDialog = lazyDialog('Complete Payout', async () => (await import('./dialogs.tsx')).CompletePayoutDialog)
const RejectPayoutDialog = lazyDialog('Reject Payout', async () => (await import('./dialogs.tsx')).RejectPayoutDialog)
const RunDialog = lazyDialog('Complete payouts', async () => (await import('./run-dialog.tsx')).RunDialog)
const RunBar = lazyPart(async () => (await import('./run-bar.tsx')).RunBar)

const none = 'No payouts found'

const views: Readonly<Record<PayoutFilter, { readonly label: string; readonly hint: string }>> = {
  pending: { label: 'Pending Payouts', hint: 'When a referrer asks for their commission, it waits here for you.' },
  completed: { label: 'Completed payouts', hint: 'Payouts that you have completed appear here.' },
  failed: { label: 'Failed payouts', hint: 'Payouts that you have rejected appear here.' },
  all: { label: 'All payouts', hint: 'No payouts yet.' },
}

const route = getRouteApi('/frame/referrals')

/** The pending payouts, to decide one by one or together. `status` in the address shows decided ones. */
export function PayoutsTab() {
  const list = useListApi()
  const { isOwnHost, may } = useAuth()
  const search = route.useSearch()
  const change = useSetSearchParams()
  // A foreign host lists pending payouts only.
  const status = (isOwnHost && search.status) || 'pending'
  const [complete, reject] = [useDialog<Payout>(), useDialog<Payout>()]
  const pending = useInfiniteQuery(pendingPayoutsQuery(list)).data?.rows ?? []
  const selection = useSelectedPayouts(pending)
  const [isRunning, setRunning] = useState(false)
  const canDecide = may('payouts:write')
  const canSelect = canDecide && isOwnHost && status === 'pending'
  const { label, hint } = views[status]
  const bar = useFocusRefuge()
  return (
    <>
      <SearchedList
        key={status}
        query={(request) => payoutsQuery(list, status, request)}
        label={label}
        noun="payout"
        placeholder="User, wallet or transaction ID"
        failure={`Failed to fetch ${label.toLowerCase()}`}
        none={none}
        empty={<EmptyState icon={<Wallet />} title={none} hint={hint} />}
        columns={payoutColumns({
          status,
          selection: canSelect ? selection : undefined,
          decide: canDecide ? { complete: complete.edit, reject: reject.edit } : undefined,
        })}
        textOf={textOf}
        sort={{ column: 'Created Date', direction: 'descending' }}
        filters={
          isOwnHost && {
            inputs: (
              <FilterSelect
                label="Status"
                value={status}
                unset="pending"
                options={options}
                onChange={(next) => void change({ status: next === 'pending' ? undefined : payoutFilters.find((one) => one === next) })}
              />
            ),
            count: status === 'pending' ? 0 : 1,
            unset: { status: undefined },
          }
        }
        renderTools={(shown) => isOwnHost && <PayoutTools status={status} shown={shown} selection={canSelect ? selection : undefined} />}
      />
      {canSelect && (
        <div ref={bar} tabIndex={-1} className="bottom-bar outline-none">
          {selection.rows.length > 0 && (
            <RunBar payouts={selection.rows} onRefetched={selection.update} onClear={selection.clear} onComplete={() => setRunning(true)} />
          )}
        </div>
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

const textOf = (payout: Payout): string =>
  `#${payout.id} ${userOf(payout)} ${payout.wallet_type} ${payout.wallet_address} ${payout.transaction_id ?? ''}`

const ExportButton = lazyPart(async () => (await import('./export.tsx')).ExportButton)

const options = payoutFilters.map((value) => ({ value, label: capital(value) }))

interface Props {
  readonly status: PayoutFilter
  readonly shown: readonly Payout[]
  /** Undefined if nothing can be selected. */
  readonly selection: SelectedPayouts | undefined
}

/** A box that selects all, or the export of decided payouts. */
function PayoutTools({ status, shown, selection }: Props) {
  const pending = shown.filter((payout) => payout.status === 'pending')
  return (
    <>
      {selection !== undefined && pending.length > 0 && (
        <CheckboxField
          label={`Select all ${formatCount(pending.length)}`}
          checked={pending.every((row) => selection.has(row))}
          onChange={(isOn) => (isOn ? selection.add(pending) : selection.remove(pending))}
        />
      )}
      {status !== 'pending' && shown.length > 0 && <ExportButton status={status} />}
    </>
  )
}
