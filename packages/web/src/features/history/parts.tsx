import { useQueryClient } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useApi, useListApi } from '../../api/context.tsx'
import { lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { SkeletonLines } from '../../kit/feedback/loading.tsx'
import { useAction } from '../../kit/feedback/use-action.ts'
import { useSetSearchParams } from '../../kit/search-params.ts'
import type { RowAction } from '../../kit/table/row-actions.tsx'
import { useAuth, useIsOwnHost } from '../../session/session-provider.tsx'
import type { Deletable } from './undo-deletion.ts'

/** The history of a thing, for its page or one of its views. */
export const ThingHistory = lazyPart(async () => (await import('./thing-history.tsx')).ThingHistory, <SkeletonLines lines={4} />)

/** Restores what was just deleted; undefined for people who may not. */
export function useUndoDeletion(kind: Deletable): ((thing: { readonly id: number }) => void) | undefined {
  const { isOwnHost, may } = useAuth()
  const tools = { api: useApi(), list: useListApi(), queries: useQueryClient() }
  const undo = useAction({
    run: async ({ id }: { readonly id: number }) => (await import('./undo-deletion.ts')).undoDeletion(tools, { kind, id }),
    success: null,
    failure: { serverOr: 'It could not be restored. See Activity.' },
    refresh: null,
  })
  if (!isOwnHost || !may('deleted:restore')) return undefined
  return ({ id }) => undo.mutate({ id })
}

/** Opens the history of a row of a list in a drawer. A foreign host has none. */
export function useHistoryAction(kind: 'coupon' | 'user' | 'announcement', id: number): RowAction | undefined {
  const change = useSetSearchParams()
  if (!useIsOwnHost()) return undefined
  return {
    label: 'History',
    icon: <History aria-hidden />,
    onSelect: () => void change({ history: `${kind}-${id}` }, { isStep: true }),
  }
}
