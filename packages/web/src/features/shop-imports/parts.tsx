import type { ShopImport } from '@keydesk/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { toast } from '../../kit/feedback/toast.tsx'
import { inToast, plural } from '../../kit/text/format.ts'
import { awaitedIn, isOpen, nounOf, shopImportsQuery } from './data.ts'

/** For every screen: says how an import ended after its panel is closed. Asks for nothing before the first screen has its rows. */
export function ShopImportEnds() {
  const isLoaded = useRouterState({ select: ({ status }) => status === 'idle' })
  const [isWanted, setWanted] = useState(isLoaded)
  if (isLoaded && !isWanted) setWanted(true)
  useEnds(useQuery({ ...shopImportsQuery(useApi()), enabled: isWanted }).data)
  return null
}

/** Says how an import ended that was started here, or seen while it ran, and refetches what it changed. */
export function useEnds(rows: readonly ShopImport[] | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    const awaited = awaitedIn(queries)
    for (const row of rows ?? []) if (isOpen(row)) awaited.set(row.id, awaited.get(row.id) ?? row)
    for (const [id, before] of awaited) {
      const after = rows?.find((row) => row.id === id)
      if (after === undefined ? rows === undefined || before === null : isOpen(after)) continue
      awaited.delete(id)
      const text = endOf(before, after)
      if (after?.state === 'failed') toast.error(failureOf(after))
      else if (text !== null) toast.success(text)
      void queries.invalidateQueries({ queryKey: queryKeys.everything })
    }
  }, [rows, queries])
}

/** An import that is cancelled and left nothing is not in the list any more. An undo that was quick has a toast of its own. */
function endOf(before: ShopImport | null, after: ShopImport | undefined): string | null {
  if (after === undefined) return `Import of ${inToast(before?.file_name ?? '')} cancelled: nothing of it is stored`
  const name = inToast(after.file_name)
  if (after.state === 'done') return `${plural(after.stored, 'row')} of ${name} imported`
  const kept = `${plural(after.kept, nounOf[after.kind] ?? 'thing')} kept`
  if (after.state === 'cancelled') return `Import of ${name} cancelled: ${kept}`
  return before?.state === 'done' ? `Import of ${name} undone${after.kept === 0 ? '' : `: ${kept}`}` : null
}

const failureOf = ({ file_name, kept, kind }: ShopImport): string =>
  `The import of ${inToast(file_name)} failed: ${kept === 0 ? 'nothing' : plural(kept, nounOf[kind] ?? 'thing')} of it is stored. Try again.`
