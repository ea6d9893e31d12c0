import { media } from '@keydesk/contract'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../http/bind.ts'
import { addImage, addVideo } from './add-media.service.ts'
import { chooseThumbnail, orderMedia, removeMedia } from './media.service.ts'

export function mediaRoutes(bind: Bind, deps: Deps): void {
  bind(media.uploadImage, async ({ params, file }, { caller }) => ({ data: await addImage(deps, caller.actor, params.id, file) }))
  bind(media.remove, async ({ params }, { caller }) => {
    await removeMedia(deps, caller.actor, params.id, params.mediaId)
    return { data: null }
  })
  bind(media.addVideo, async ({ params, body }, { caller }) => {
    const item = await addVideo(deps, caller.actor, params.id, body.url)
    return { data: { video_id: item.url, media_item: item } }
  })
  bind(media.order, async ({ params, body }, { caller }) => ({ data: await orderMedia(deps, caller.actor, params.id, body.ids) }))
  bind(media.chooseThumbnail, async ({ params, body }, { caller }) => ({
    data: await chooseThumbnail(deps, caller.actor, params.id, body.media_item_id),
  }))
}
