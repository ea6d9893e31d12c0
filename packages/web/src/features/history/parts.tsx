import { useQueryClient } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useApi, useListApi } from '../../api/context.tsx'
import { IconButton } from '../../kit/controls/button.tsx'
import { lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { SkeletonLines } from '../../kit/feedback/loading.tsx'
import { useAction } from '../../kit/feedback/use-action.ts'
import { useSetSearchParams } from '../../kit/search-params.ts'
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

interface Props {
  readonly kind: 'coupon' | 'user' | 'announcement'
  readonly id: number
}

/** Opens the history of a row of a list in a drawer. */
export function HistoryButton({ kind, id }: Props) {
  const change = useSetSearchParams()
  const isOwnHost = useIsOwnHost()
  if (!isOwnHost) return null
  return (
    <IconButton
      label="History"
      icon={<History aria-hidden />}
      onClick={() => void change({ history: `${kind}-${id}` }, { isStep: true })}
    />
  )
}
