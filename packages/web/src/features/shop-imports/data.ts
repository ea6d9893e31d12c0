import {
  type ShopImport,
  type ShopImportForm,
  type ShopFileRow,
  shopExport,
  shopImportCounts,
  shopImports,
  startedShopImport,
  wrapped,
} from '@keydesk/contract'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { Api } from '../../api/call.ts'
import { useApi, useDownload, useUpload } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import type { Upload } from '../../api/upload.ts'
import { toast } from '../../kit/feedback/toast.tsx'
import { useAction } from '../../kit/feedback/use-action.ts'
import { inToast, plural } from '../../kit/text/format.ts'
import { saveFile } from '../../kit/text/save-file.ts'

/** A chosen file, and what it is. */
export interface Source extends ShopImportForm {
  readonly file: File
  /** Another number for each file that is chosen: its name may be the same. */
  readonly round: number
}

export const isOpen = ({ state }: ShopImport): boolean => ['running', 'cancelling', 'undoing'].includes(state)

const awaited = new WeakMap<QueryClient, Map<number, ShopImport | null>>()

/**
 * The imports whose end was not said yet, as they were when it began: running, or done if they are undone. Null until it is in the list.
 * Outlives the panel, which may be closed meanwhile.
 */
export function awaitedIn(queries: QueryClient): Map<number, ShopImport | null> {
  const known = awaited.get(queries) ?? new Map<number, ShopImport | null>()
  awaited.set(queries, known)
  return known
}

const pollMs = 700

export const shopImportsQuery = (api: Api) =>
  queryOptions({
    queryKey: queryKeys.shopImports,
    queryFn: async ({ signal }) => (await api(shopImports.list, {}, { signal })).data,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.some(isOpen) === true ? pollMs : false),
  })

/** Checks only that the rows are a list: 50,000 rows take the contract's schema a while. */
const lightPreview = {
  ...shopImports.start,
  response: wrapped(
    z.object({
      counts: shopImportCounts,
      rows: z.custom<readonly ShopFileRow[]>(Array.isArray),
      unused_columns: z.array(z.string()),
      currency: z.optional(z.string()),
    }),
  ),
}

/** What an import of the file would do. `onProgress` gets the whole percent that has been sent. */
export const shopPreviewQuery = (upload: Upload, source: Source | null, onProgress: (percent: number) => void) =>
  queryOptions({
    queryKey: queryKeys.shopImportPreview(source?.round ?? 0, source?.kind ?? '', source?.format ?? ''),
    queryFn: async ({ signal }) => {
      onProgress(0)
      const { file, kind, format, time_zone } = source!
      const form = { kind, format, time_zone }
      const answer = await upload(lightPreview, { query: { dry_run: 'true' }, file, form }, { signal, onProgress })
      if (answer === undefined) throw new Error('The preview could not be read')
      return answer.data
    },
    enabled: source !== null,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })

const store = { ...shopImports.start, response: wrapped(startedShopImport) }

/**
 * Begins to store an import; the list shows its progress. `sent` is the upload in percent. `stop` is there until the whole file is sent:
 * the server stores nothing of a half-sent one.
 */
export function useStartImport(onStarted: () => void) {
  const upload = useUpload()
  const queries = useQueryClient()
  const [sent, setSent] = useState(0)
  const [stop, setStop] = useState<() => void>()
  const action = useAction({
    run: async ({ file, kind, format, time_zone }: Source) => {
      const call = new AbortController()
      let isSent = false
      const onProgress = (percent: number) => {
        isSent = percent === 100
        setSent(percent)
        if (isSent) setStop(undefined)
      }
      onProgress(0)
      // The question about leaving may be answered after the file is sent.
      setStop(() => () => isSent || call.abort())
      try {
        const input = { query: { wait: 'false' }, file, form: { kind, format, time_zone } }
        const answer = await upload(store, input, { onProgress, signal: call.signal }).finally(() => setStop(undefined))
        if (answer !== undefined) awaitedIn(queries).set(answer.data.id, null)
        onStarted()
      } catch (error) {
        if (!call.signal.aborted) throw error
        toast.success('Import cancelled')
      }
    },
    success: null,
    failure: { serverOr: 'Failed to import the file' },
    refresh: queryKeys.shopImports,
  })
  return { ...action, sent, stop }
}

export function useCancelImport() {
  const api = useApi()
  return useAction({
    run: ({ id }: ShopImport) => api(shopImports.cancel, { params: { id } }),
    success: null,
    failure: { serverOr: 'Failed to cancel the import' },
    refresh: queryKeys.shopImports,
  })
}

export function useUndoShopImport() {
  const api = useApi()
  const queries = useQueryClient()
  return useAction({
    run: async (row: ShopImport) => {
      try {
        const undone = (await api(shopImports.undo, { params: { id: row.id }, query: {} }))?.data
        if (undone?.is_done === false) awaitedIn(queries).set(row.id, row)
        return undone
      } finally {
        // A refusal also means that the list is out of date.
        void queries.invalidateQueries({ queryKey: queryKeys.shopImports })
      }
    },
    success: (undone, { file_name, kind }) => {
      if (undone === undefined) return 'Import undone'
      if (!undone.is_done) return `The import of ${inToast(file_name)} is being undone`
      const stays = undone.kept === 0 ? '' : `, ${plural(undone.kept, nounOf[kind] ?? 'thing')} kept`
      return `Import of ${inToast(file_name)} undone: ${plural(undone.removed, nounOf[kind] ?? 'thing')} removed${stays}`
    },
    failure: { serverOr: 'Failed to undo the import' },
    refresh: queryKeys.everything,
  })
}

export const nounOf: Readonly<Record<string, string>> = { products: 'product', keys: 'key', orders: 'order' }

/** Downloads everything in the shop. */
export function useExportShop() {
  const download = useDownload()
  return useAction({
    run: async () => {
      const { blob, name } = await download(shopExport.path, {})
      saveFile(blob, name ?? 'keydesk.zip')
    },
    success: null,
    failure: { serverOr: 'Failed to download the archive' },
    refresh: null,
  })
}
