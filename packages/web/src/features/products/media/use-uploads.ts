import { errorStatus, media } from '@keydesk/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useUpload } from '../../../api/context.tsx'
import { ApiError, isNotFound, isUnauthenticated, unreachable } from '../../../api/error.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { toast } from '../../../kit/feedback/toast.tsx'
import { useAction } from '../../../kit/feedback/use-action.ts'

export interface UploadItem {
  readonly id: number
  readonly file: File
  readonly state:
    | { readonly is: 'ready' }
    | { readonly is: 'sending'; readonly percent: number }
    /** It can be sent again. */
    | { readonly is: 'failed'; readonly problem: string }
    /** This file cannot be uploaded. */
    | { readonly is: 'refused'; readonly problem: string }
}

/** Statuses that refuse a file. After any other failure it can be sent again. */
const refusals = [errorStatus.invalid_input, errorStatus.too_large, errorStatus.unsupported_media] as readonly number[]

const lost = 'The connection was lost. If the image is not shown above, try again.'

let lastId = 0

/**
 * The images to upload, sent one after another, because the server decodes one at a time. A file that fails stays in the list with its reason,
 * and the others go on.
 * @param refuse why a file cannot be uploaded, or null
 */
export function useUploads(productId: number, refuse: (file: File) => Promise<string | null>) {
  const upload = useUpload()
  const queries = useQueryClient()
  const [items, setItems] = useState<readonly UploadItem[]>([])
  const setState = (id: number, state: UploadItem['state']) =>
    setItems((now) => now.map((item) => (item.id === id ? { ...item, state } : item)))
  // Leaving the page stops them.
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])
  const remove = (id: number) => setItems((now) => now.filter((item) => item.id !== id))

  const refetch = () => void queries.invalidateQueries({ queryKey: queryKeys.product(productId) })

  /** True if it was stored. */
  const sendOne = async ({ id, file }: UploadItem, signal: AbortSignal): Promise<boolean> => {
    setState(id, { is: 'sending', percent: 0 })
    try {
      const onProgress = (percent: number) => setState(id, { is: 'sending', percent })
      await upload(media.uploadImage, { params: { id: productId }, file }, { onProgress, signal })
    } catch (error) {
      if (signal.aborted) return false
      const isRefused = error instanceof ApiError && refusals.includes(error.status)
      const isLost = error instanceof ApiError && error.code === unreachable
      // The server cannot know a repeat: the person looks whether the image is there. If the product was deleted, its page says so.
      if (isLost || isNotFound(error)) refetch()
      const problem = isLost ? lost : error instanceof ApiError ? error.message : 'The upload failed'
      setState(id, { is: isRefused ? 'refused' : 'failed', problem })
      if (isUnauthenticated(error)) throw error
      return false
    }
    remove(id)
    // Its tile shows while the others are sent.
    refetch()
    return true
  }

  const action = useAction({
    run: async (wanted: readonly UploadItem[]) => {
      const { signal } = (sending.current = new AbortController())
      let stored = 0
      for (const item of wanted) if (!signal.aborted) stored += Number(await sendOne(item, signal))
      // The server may have stored an image that was stopped.
      if (stored > 0 || signal.aborted) await queries.invalidateQueries({ queryKey: queryKeys.products })
      return signal.aborted ? null : stored
    },
    success: (stored, { length }) => {
      if (stored === null) return null
      if (stored > 0) toast.success(stored === 1 ? 'Image uploaded successfully' : `${stored} images uploaded successfully`)
      // Last, because the last toast covers the others.
      if (stored < length) toast.error(length === 1 ? 'Failed to upload image' : `Failed to upload ${length - stored} of ${length} images`)
      return null
    },
    failure: 'Failed to upload image',
    refresh: null,
  })

  return {
    items,
    isSending: action.isPending,
    remove,
    /** Adds files, and drops those that were refused before. While others are sent, nothing is dropped, and the new ones wait for the next press. */
    add: async (files: readonly File[]) => {
      if (files.length === 0) return
      const added = await Promise.all(
        files.map(async (file): Promise<UploadItem> => {
          const problem = await refuse(file)
          lastId += 1
          return { id: lastId, file, state: problem === null ? { is: 'ready' } : { is: 'refused', problem } }
        }),
      )
      setItems((now) => [...(action.isPending ? now : now.filter(({ state }) => state.is !== 'refused')), ...added])
    },
    /** Sends these files, or all that are ready. */
    send: (ids?: readonly number[], onSettled = () => {}) => {
      const wanted = items.filter(({ id, state }) => (ids === undefined ? state.is === 'ready' : ids.includes(id)))
      if (wanted.length > 0) action.mutate(wanted, { onSettled })
    },
  }
}
