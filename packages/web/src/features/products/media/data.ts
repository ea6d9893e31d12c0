import { media, videoFailure } from '@keydesk/contract'
import { useRef } from 'react'
import { useApi } from '../../../api/context.tsx'
import { ApiError } from '../../../api/error.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { useAction } from '../../../kit/feedback/use-action.ts'
import { orDeleted } from '../data.ts'

/** Stores media changes at once and refetches the product. Unsaved edits in the panels stay. */
export function useMediaActions(productId: number) {
  const api = useApi()
  const refresh = queryKeys.products
  const lastOrder = useRef<Promise<unknown>>(Promise.resolve())
  return {
    order: useAction({
      run: (ids: readonly number[]) => {
        // The newest order must arrive last.
        const sent = lastOrder.current
          .catch(() => undefined)
          .then(() => api(media.order, { params: { id: productId }, body: { ids: [...ids] } }))
        lastOrder.current = sent
        return sent
      },
      success: null,
      failure: { serverOr: 'Failed to change the order' },
      refresh,
    }),
    remove: useAction({
      run: (mediaId: number) => orDeleted(api(media.remove, { params: { id: productId, mediaId } })),
      success: 'Image deleted successfully',
      failure: 'Failed to delete image',
      refresh,
    }),
    chooseThumbnail: useAction({
      run: (mediaId: number) => api(media.chooseThumbnail, { params: { id: productId }, body: { media_item_id: mediaId } }),
      success: 'Thumbnail updated successfully',
      failure: 'Failed to update thumbnail',
      refresh,
    }),
    addVideo: useAction({
      run: (url: string) => api(media.addVideo, { params: { id: productId }, body: { url } }),
      success: 'Video added successfully',
      // The usual sentence is about the address. 409, 422 and 503 are not about it.
      failure: (error) => (error instanceof ApiError && [409, 422, 503].includes(error.status) && error.serverMessage) || videoFailure,
      refresh,
    }),
  }
}
