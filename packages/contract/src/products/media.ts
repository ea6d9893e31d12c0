import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { listUpTo, reference } from '../fields.ts'
import { limits } from '../limits.ts'
import { count, id, orElse, text } from '../tolerant.ts'

export const mediaItem = z.object({
  id,
  type: text,
  /** An image's address; for a video `ID` or `ID/HASH` at the hosting service. */
  url: text,
  /** An image at card size, where the host makes one. */
  card_url: text,
  display_order: count,
})
export type MediaItem = z.infer<typeof mediaItem>

/** `parseVideoAddress` checks the address, and has its own sentence for a refusal. */
export const videoInput = z.object({ url: z.string('URL must be text') })
export const thumbnailInput = z.object({ media_item_id: z.int('Media item must be an id').check(z.positive('Media item must be an id')) })

/** Ids of media items in their new order. */
export const mediaOrder = z.object({
  ids: listUpTo('ids', reference('Each of the ids'), limits.mediaItems).check(
    z.refine((ids) => new Set(ids).size === ids.length, 'Each of the ids may be given once'),
  ),
})

/** The addresses of the chosen image, as a product has them. A foreign host may answer anything. */
export const thumbnail = orElse(z.object({ thumbnail: text, thumbnail_card: text }), { thumbnail: '', thumbnail_card: '' })
export type Thumbnail = z.infer<typeof thumbnail>

const path = '/admin/products/:id'
export const media = {
  uploadImage: endpoint({
    method: 'POST',
    path: `${path}/images`,
    access: 'products:write',
    summary: 'Upload an image',
    upload: 'image',
    response: wrapped(mediaItem),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/images/:mediaId`,
    access: 'products:write',
    summary: 'Delete an image or video',
    response: wrapped(z.null()),
  }),
  addVideo: endpoint({
    method: 'POST',
    path: `${path}/videos`,
    access: 'products:write',
    summary: 'Add a video by its address',
    body: videoInput,
    response: wrapped(z.object({ video_id: text, media_item: z.optional(mediaItem) })),
  }),
  order: endpoint({
    method: 'PUT',
    path: `${path}/images/order`,
    access: 'products:write',
    summary: 'Order the images and videos; those that are left out follow in their order',
    beyondSpec: true,
    body: mediaOrder,
    response: wrapped(z.array(mediaItem)),
  }),
  chooseThumbnail: endpoint({
    method: 'PUT',
    path: `${path}/thumbnail`,
    access: 'products:write',
    summary: 'Choose the thumbnail',
    body: thumbnailInput,
    response: wrapped(thumbnail),
  }),
}
