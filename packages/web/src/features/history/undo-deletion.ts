import { activity } from '@keydesk/contract'
import type { QueryClient } from '@tanstack/react-query'
import type { Api, ListApi } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { toast } from '../../kit/feedback/toast.tsx'
import { restoredText } from './links.tsx'

export type Deletable = 'product' | 'variant' | 'coupon' | 'announcement'

interface Tools {
  readonly api: Api
  readonly list: ListApi
  readonly queries: QueryClient
}

/** Restores a thing by the newest deletion in its activity. Uses no hooks, because its page may be unmounted by then. */
export async function undoDeletion({ api, list, queries }: Tools, { kind, id }: { readonly kind: Deletable; readonly id: number }) {
  const query = { subject_kind: kind, subject_id: id, kind: 'delete', limit: 1 } as const
  const row = (await list(activity.list, { query })).rows[0]
  if (row === undefined) throw new Error('The deletion is not in the activity')
  const answer = await api(activity.restore, { params: { id: row.id }, body: {} })
  toast.success(restoredText(row.subject, answer))
  await queries.invalidateQueries({ queryKey: queryKeys.everything })
}
