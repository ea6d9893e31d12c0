import { type Payout, type PayoutDecision, type PayoutRunInput, type UsedTransaction, limits, referrals } from '@keydesk/contract'
import { type QueryClient, keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi, useListApi } from '../../../api/context.tsx'
import { ApiError, isAnswerLost } from '../../../api/error.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { removeRow } from '../../../api/list-query.ts'
import { useAction } from '../../../kit/feedback/use-action.ts'
import { plural } from '../../../kit/text/format.ts'
import { useIsOwnHost } from '../../../session/session-provider.tsx'
import { useAllPayouts } from './export.tsx'

/**
 * A payout as it is now, null once it is no longer pending. Fetched before the person is told to pay it, because a colleague may have paid
 * it; refetched with the lists and on a return to the tab.
 */
export function usePendingPayout({ id }: Payout) {
  const fetchAll = useAllPayouts()
  const queries = useQueryClient()
  return useQuery({
    queryKey: queryKeys.pendingPayout(id),
    queryFn: async () => {
      const found = (await fetchAll('pending', { isFile: false })).find((row) => row.id === id && row.status === 'pending')
      // The list still shows it.
      if (found === undefined) void queries.invalidateQueries({ queryKey: queryKeys.referralList('payouts') })
      return found ?? null
    },
    staleTime: 0,
    // The next opening must not begin with an old answer.
    gcTime: 0,
  })
}

/**
 * Completes or rejects a payout. If the answer of an earlier press was lost, the payout is decided already, and the server refuses the next
 * press: with this same decision it is a success.
 */
export function useDecidePayout({ id, wallet_address }: Payout) {
  const api = useApi()
  const list = useListApi()
  const queries = useQueryClient()
  const isDecidedSo = async ({ status, transaction_id, reason }: PayoutDecision) => {
    const q = (transaction_id ?? wallet_address).slice(0, limits.listSearch)
    const { rows } = await list(referrals.payouts, { query: { type: 'payouts', status, q } })
    const found = rows.find((row) => row.id === id && row.status === status)
    return found !== undefined && (found.transaction_id ?? undefined) === transaction_id && (found.reason ?? undefined) === reason
  }
  return useAction({
    run: async (body: PayoutDecision) => {
      try {
        await api(referrals.decidePayout, { params: { id }, body })
      } catch (error) {
        const isPerhapsDone = isAnswerLost(error) || (error instanceof ApiError && error.code === 'invalid_transition')
        if (!isPerhapsDone || !(await isDecidedSo(body).catch(() => false))) throw error
      }
      dropDecided(queries, [id])
    },
    success: (_, { status }) => `Payout status updated to ${status}`,
    failure: 'Failed to update payout status',
    refresh: null,
    ifOutOfDate: queryKeys.referrals,
  })
}

/** Completes all of these payouts or none. */
export function useCompletePayouts() {
  const api = useApi()
  const queries = useQueryClient()
  return useAction({
    run: async (body: PayoutRunInput) => {
      await api(referrals.completePayouts, { body })
      dropDecided(
        queries,
        body.payouts.map(({ id }) => id),
      )
    },
    success: (_, { payouts }) => `Completed ${plural(payouts.length, 'payout')}`,
    failure: 'Failed to complete the payouts',
    refresh: null,
    // A refused run too: the list does not show the reasons yet.
    ifOutOfDate: queryKeys.referrals,
  })
}

/** Removes decided payouts from the pending ones at once, and refetches the rest: the flags of other payouts may have changed. */
function dropDecided(queries: QueryClient, ids: readonly number[]): void {
  for (const id of ids) removeRow(queries, queryKeys.referralList('payouts'), id)
  void queries.invalidateQueries({ queryKey: queryKeys.referrals })
}

const debounceMs = 300

/** The transaction IDs that completed payouts have already, debounced while somebody types. Empty on a foreign host. */
export function useUsedTransactions(ids: Iterable<string>) {
  const api = useApi()
  const isOwnHost = useIsOwnHost()
  const wanted = JSON.stringify([...new Set(ids)].toSorted())
  const [settled, setSettled] = useState('[]')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), debounceMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const query = useQuery({
    queryKey: queryKeys.usedTransactions(settled),
    queryFn: ({ signal }) => api(referrals.usedTransactions, { body: { transaction_ids: JSON.parse(settled) as string[] } }, { signal }),
    enabled: isOwnHost && settled !== '[]',
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  return {
    used: new Map<string, UsedTransaction>((query.data?.data ?? []).map((used) => [used.transaction_id, used])),
    /** The check failed, so it is unknown whether an ID was used. */
    failed: query.isError ? { isTrying: query.isFetching, onRetry: () => void query.refetch() } : null,
  }
}
