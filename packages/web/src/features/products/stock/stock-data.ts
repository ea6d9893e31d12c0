import { variants } from '@keydesk/contract'
import { useApi, useListApi } from '../../../api/context.tsx'
import type { ListApi } from '../../../api/call.ts'
import { keys } from '../../../api/keys.ts'
import { listQuery } from '../../../api/list-query.ts'
import { plural } from '../../../kit/format.ts'
import { useAction } from '../../../kit/use-action.ts'

/** Whole values: gone from memory with the view that shows them. */
export const removedKeysQuery = (list: ListApi, variantId: number) => ({
  ...listQuery(keys.removedKeys(variantId), {}, (page, signal) =>
    list(variants.removedKeys, { params: { id: variantId }, query: page }, { signal }),
  ),
  gcTime: 0,
})

/** Puts removed keys back on sale: those with these ids, or without ids all of them. */
export function useRestoreKeys(variantId: number, onStored: () => Promise<unknown>) {
  const api = useApi()
  const list = useListApi()
  return useAction({
    run: async (ids: readonly number[] | null) => {
      const all = ids ?? (await listAllIds(list, variantId))
      const answer = await api(variants.restoreKeys, { params: { id: variantId }, body: { ids: [...all] } })
      await onStored()
      return { restored: answer?.data.restored ?? all.length, wanted: all.length }
    },
    success: ({ restored, wanted }) => restoredText(restored, wanted),
    failure: { serverOr: 'Failed to put the keys back' },
    refresh: null,
  })
}

async function listAllIds(list: ListApi, variantId: number): Promise<number[]> {
  const ids: number[] = []
  for (let cursor: string | undefined, isLast = false; !isLast;) {
    const page = await list(variants.removedKeys, { params: { id: variantId }, query: { limit: 500, cursor } })
    ids.push(...page.rows.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
    isLast = cursor === undefined
  }
  return ids
}

function restoredText(restored: number, wanted: number): string {
  const missed = wanted - restored
  return missed === 0
    ? `${plural(restored, 'key')} put back`
    : `${plural(restored, 'key')} put back; ${plural(missed, 'key')} could not be, because they are gone or stand elsewhere now`
}
