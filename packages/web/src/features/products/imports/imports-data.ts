import { keyImportCounts, keys as keyCalls, wrapped, type KeyImportInput, type KeyImportLine } from '@keydesk/contract'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Api, ListApi } from '../../../api/call.ts'
import { useApi } from '../../../api/context.tsx'
import { keys } from '../../../api/keys.ts'
import { listQuery } from '../../../api/list-query.ts'
import { plural } from '../../../kit/format.ts'
import { useAction } from '../../../kit/use-action.ts'
import { importedText } from './import-words.ts'

/** A preview has up to 250,000 lines, which the contract's schema takes a second to look through. Only the list itself is checked. */
const lightPreview = {
  ...keyCalls.import,
  response: wrapped(z.object({ counts: keyImportCounts, lines: z.custom<readonly KeyImportLine[]>(Array.isArray) })),
}

/** The call stores the batch whatever it answers, so the answer's shape is that of a stored one. */
const store = { ...keyCalls.import, response: wrapped(z.object({ added: z.number(), counts: keyImportCounts })) }

export const importsQuery = (list: ListApi, variantId: number) =>
  listQuery(keys.keyImports(variantId), {}, (page, signal) =>
    list(keyCalls.imports, { params: { id: variantId }, query: page }, { signal }),
  )

/**
 * What an import of these lines would do.
 * @param source names what was read: as long as the name is the same, the lines are the same
 */
export const previewQuery = (api: Api, variantId: number, source: string, values: readonly string[]) =>
  queryOptions({
    queryKey: keys.keyImportPreview(variantId, source),
    queryFn: async ({ signal }) => {
      const body = { name: 'Preview', supplier: '', values: [...values] }
      const answer = await api(lightPreview, { params: { id: variantId }, query: { dry_run: 'true' }, body }, { signal })
      if (answer === undefined) throw new Error('The preview could not be read')
      return answer.data
    },
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })

/** Stores a batch; the toast says what became of its lines, unless the caller does. */
export function useImportKeys(variantId: number, onStored: () => Promise<unknown>, { hasToast = true } = {}) {
  const api = useApi()
  return useAction({
    run: async (body: KeyImportInput) => {
      const answer = await api(store, { params: { id: variantId }, query: {}, body })
      await onStored()
      return answer?.data
    },
    success: hasToast ? (stored) => (stored === undefined ? 'Keys imported' : importedText(stored.counts)) : null,
    failure: { serverOr: 'Failed to import keys' },
    refresh: null,
  })
}

export function useUndoImport(onStored: () => Promise<unknown>) {
  const api = useApi()
  return useAction({
    run: async (id: number) => {
      try {
        return (await api(keyCalls.undoImport, { params: { id } }))?.data
      } finally {
        // A refusal, too, means that the list is out of date.
        await onStored()
      }
    },
    success: (undone) => (undone === undefined ? 'Import undone' : undoneText(undone.removed, undone.kept)),
    failure: { serverOr: 'Failed to undo the import' },
    refresh: null,
  })
}

const undoneText = (removed: number, kept: number) =>
  `Import undone: ${plural(removed, 'key')} removed from the stock${kept === 0 ? '' : `, ${plural(kept, 'key')} kept by orders`}`
