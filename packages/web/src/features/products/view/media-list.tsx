import type { Product } from '@keydesk/contract'
import { MediaTile } from '../media/media-tile.tsx'
import { useAbsolute } from '../../../api/context.tsx'

/** Images and videos to look at. */
export function MediaList({ product }: { readonly product: Product }) {
  const absolute = useAbsolute()
  if (product.media_items.length === 0) return <p className="text-muted">No images or videos yet.</p>
  const items = product.media_items.toSorted((a, b) => a.display_order - b.display_order)
  return (
    <ul aria-label="Media" className="grid grid-cols-[repeat(auto-fill,minmax(min(12rem,100%),1fr))] gap-3">
      {items.map((item, index) => (
        <MediaTile
          key={item.id}
          item={item}
          name={`${item.type === 'video' ? 'Video' : 'Image'} ${index + 1}`}
          isActive={item.type === 'image' && product.thumbnail !== '' && absolute(item.url) === absolute(product.thumbnail)}
        />
      ))}
    </ul>
  )
}
