import { media, videoFailure } from '@keydesk/contract'
import { useState } from 'react'
import { useApi, useUpload } from '../../../api/context.tsx'
import { ApiError } from '../../../api/error.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { useAction } from '../../../kit/feedback/use-action.ts'

/** Stores media changes at once and refetches the product. Unsaved edits in the panels stay. */
export function useMediaActions(productId: number) {
  const api = useApi()
  const refresh = queryKeys.products
  return {
    remove: useAction({
      run: (mediaId: number) => api(media.remove, { params: { id: productId, mediaId } }),
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
      // The usual sentence is about the address, but a conflict means that the video is there already.
      failure: (error) => (error instanceof ApiError && error.status === 409 && error.serverMessage) || videoFailure,
      refresh,
    }),
  }
}

export function useUploadImage(productId: number) {
  const upload = useUpload()
  const [percent, setPercent] = useState(0)
  const action = useAction({
    run: (file: File) => {
      setPercent(0)
      return upload(media.uploadImage, { params: { id: productId }, file }, { onProgress: setPercent })
    },
    success: 'Image uploaded successfully',
    failure: 'Failed to upload image',
    refresh: queryKeys.products,
  })
  return { ...action, percent }
}
