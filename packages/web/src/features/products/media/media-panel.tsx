import type { MediaItem, Product } from '@keydesk/contract'
import { ImageOff } from 'lucide-react'
import { useAbsolute } from '../../../api/context.tsx'
import { Panel } from '../../../kit/card.tsx'
import { useConfirm } from '../../../kit/confirm.tsx'
import { AddVideo } from './add-video.tsx'
import { useMediaActions } from './media-data.ts'
import { MediaTile } from './media-tile.tsx'
import { UploadImage } from './upload-image.tsx'

/** Images and videos. Unlike the other panels it stores at once. */
export function MediaPanel({ product }: { readonly product: Product }) {
  const confirm = useConfirm()
  const absolute = useAbsolute()
  const actions = useMediaActions(product.id)
  const items = product.media_items.toSorted((a, b) => a.display_order - b.display_order)
  const isActive = (item: MediaItem) =>
    item.type === 'image' && product.thumbnail !== '' && absolute(item.url) === absolute(product.thumbnail)

  const remove = async (item: MediaItem, name: string) => {
    const lost = isActive(item) ? ' It is the thumbnail, so the product will have none.' : ''
    const text = `${item.type === 'video' ? 'The product no longer shows it; the video itself stays where it is hosted.' : 'The file is deleted for good.'}${lost}`
    if (await confirm({ title: `Delete ${name.toLowerCase()}?`, text, yes: 'Delete', danger: true })) actions.remove.mutate(item.id)
  }

  return (
    <Panel id="media" title="Media" description="Stored at once, without Save Changes.">
      {items.length === 0 ? (
        <p className="mb-4 flex items-center gap-2 text-muted">
          <ImageOff aria-hidden className="size-4" />
          No images or videos yet.
        </p>
      ) : (
        <ul aria-label="Media" className="mb-4 grid grid-cols-[repeat(auto-fill,minmax(min(12rem,100%),1fr))] gap-3">
          {items.map((item, index) => {
            const name = `${item.type === 'video' ? 'Video' : 'Image'} ${index + 1}`
            return (
              <MediaTile
                key={item.id}
                item={item}
                name={name}
                isActive={isActive(item)}
                actions={{
                  isChoosing: actions.chooseThumbnail.isPending && actions.chooseThumbnail.variables === item.id,
                  isRemoving: actions.remove.isPending && actions.remove.variables === item.id,
                  onChoose: () => actions.chooseThumbnail.mutate(item.id),
                  onRemove: () => void remove(item, name),
                }}
              />
            )
          })}
        </ul>
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        <UploadImage productId={product.id} />
        <AddVideo add={actions.addVideo} />
      </div>
    </Panel>
  )
}
