import { type KeyImportInput, type KeyImportLine, keyImportCounts, keys as keyCalls, wrapped } from '@keydesk/contract'
import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { ListApi } from '../../../api/call.ts'
import { useApi, useUpload } from '../../../api/context.tsx'
import { queryKeys } from '../../../api/query-keys.ts'
import { listQuery } from '../../../api/list-query.ts'
import type { Upload } from '../../../api/upload.ts'
import { toast } from '../../../kit/feedback/toast.tsx'
import { useAction } from '../../../kit/feedback/use-action.ts'
import { plural } from '../../../kit/text/format.ts'
import { importedText } from './import-format.ts'
import type { KeyLines } from './key-lines.ts'

/** Checks only that the lines are a list: the contract's schema takes a second for 250,000 lines. */
const lightPreview = {
  ...keyCalls.import,
  response: wrapped(z.object({ counts: keyImportCounts, lines: z.custom<readonly KeyImportLine[]>(Array.isArray) })),
}

/** The call that stores a batch. If `dry_run` is left out, the answer always has the fields of a stored batch. */
const store = { ...keyCalls.import, response: wrapped(z.object({ added: z.number(), counts: keyImportCounts })) }

export const importsQuery = (list: ListApi, variantId: number) =>
  listQuery(queryKeys.keyImports(variantId), {}, (page, signal) =>
    list(keyCalls.imports, { params: { id: variantId }, query: page }, { signal }),
  )

/** The body of an import. The worker has made JSON of the lines: with 200,000 lines the page would freeze meanwhile. */
function bodyOf({ json }: KeyLines, batch: Omit<KeyImportInput, 'values'>): Blob {
  return new Blob([JSON.stringify(batch).slice(0, -1), ',"values":', json, '}'], { type: 'application/json' })
}

/**
 * Previews an import of these lines.
 * @param source identifies the lines: the same source means the same lines
 */
export const previewQuery = (
  upload: Upload,
  variantId: number,
  source: string,
  lines: KeyLines | null,
  onProgress: (percent: number) => void,
) =>
  queryOptions({
    queryKey: queryKeys.keyImportPreview(variantId, source),
    queryFn: async ({ signal }) => {
      onProgress(0)
      const body = bodyOf(lines!, { name: 'Preview', supplier: '' })
      const input = { params: { id: variantId }, query: { dry_run: 'true' }, body }
      const answer = await upload(lightPreview, input, { signal, onProgress })
      if (answer === undefined) throw new Error('The preview could not be read')
      return answer.data
    },
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })

/** Called with a running call that changes the stock, or after it. */
export type StockChanged = (change?: Promise<unknown>) => Promise<unknown>

/** Stores a few keys as a batch; the caller shows the result. */
export function useAddKeys(variantId: number, onStored: StockChanged) {
  const api = useApi()
  return useAction({
    run: async (body: KeyImportInput) => {
      const answer = api(store, { params: { id: variantId }, query: {}, body })
      await onStored(answer)
      return (await answer)?.data
    },
    success: null,
    failure: { serverOr: 'Failed to add keys' },
    refresh: null,
  })
}

interface Batch extends Omit<KeyImportInput, 'values'> {
  readonly lines: KeyLines
}

/**
 * Stores a batch of any size; a toast shows the result. `sent` is the progress of the upload in percent. After `stop` the result is
 * 'stopped': a call that is only half sent stores nothing. Once the answer is here there is no `stop`.
 */
export function useImportKeys(variantId: number, onStored: () => Promise<unknown>) {
  const upload = useUpload()
  const [sent, setSent] = useState(0)
  const [call, setCall] = useState<AbortController>()
  const action = useAction({
    run: async ({ lines, ...batch }: Batch) => {
      setSent(0)
      const started = new AbortController()
      setCall(started)
      const { signal } = started
      let isSent = false
      const onProgress = (percent: number) => {
        isSent = percent === 100
        setSent(percent)
      }
      const input = { params: { id: variantId }, query: {}, body: bodyOf(lines, batch) }
      try {
        const answer = await upload(store, input, { onProgress, signal }).finally(() => setCall(undefined))
        await onStored()
        return answer?.data
      } catch (error) {
        // The server may have stored all of it already.
        void onStored()
        if (!signal.aborted) throw error
        if (isSent) toast.error('Stopped waiting. All keys were sent and may be stored: look at the stock.')
        else toast.success('Import cancelled')
        return 'stopped'
      }
    },
    success: (stored) => (stored === 'stopped' ? null : stored === undefined ? 'Keys imported' : importedText(stored.counts)),
    failure: { serverOr: 'Failed to import keys' },
    refresh: null,
  })
  return { ...action, sent, stop: call && (() => call.abort()) }
}

export function useUndoImport(onStored: () => Promise<unknown>) {
  const api = useApi()
  return useAction({
    run: async (id: number) => {
      try {
        return (await api(keyCalls.undoImport, { params: { id } }))?.data
      } finally {
        // A refusal also means that the list is out of date.
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
