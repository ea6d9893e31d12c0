import { type MediaItem, type Product, parseVideoAddress, videoPage } from '@keydesk/contract'
import { ExternalLink, Film, ImageOff, Play, Star, Trash2 } from 'lucide-react'
import { useForm, useWatch } from 'react-hook-form'
import { useAbsolute } from '../../../api/context.tsx'
import { Button, IconButton } from '../../../kit/controls/button.tsx'
import { Input } from '../../../kit/controls/input.tsx'
import { Badge } from '../../../kit/feedback/badge.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { Panel } from '../../../kit/layout/card.tsx'
import { useConfirm } from '../../../kit/overlay/confirm.tsx'
import { useFocusRefuge } from '../../../kit/overlay/focus.ts'
import { Picture } from '../../../kit/text/picture.tsx'
import { useMediaActions } from './data.ts'
import { type ReportUnsaved, useReportUnsaved } from '../editor/unsaved.ts'
import { type TileOrder, MoveButtons, dragOf, useMediaOrder } from './order.tsx'
import { UploadImage } from './upload-image.tsx'

interface MediaPanelProps {
  readonly product: Product
  readonly onUnsaved: ReportUnsaved
}

/** Images and videos. Unlike the other panels, changes are stored at once. */
export function MediaPanel({ product, onUnsaved }: MediaPanelProps) {
  const confirm = useConfirm()
  const absolute = useAbsolute()
  const actions = useMediaActions(product.id)
  const { items, orderOf, announcement } = useMediaOrder(product, actions.order)
  const isActive = (item: MediaItem) =>
    item.type === 'image' && product.thumbnail !== '' && absolute(item.url) === absolute(product.thumbnail)

  const list = useFocusRefuge()
  const first = items.find(({ type }) => type === 'image')

  const remove = async (item: MediaItem, name: string) => {
    const lost = isActive(item) ? ' It is the thumbnail, so the product will have none.' : ''
    const text = `${item.type === 'video' ? 'The product no longer shows it; the video itself stays where it is hosted.' : 'The file is deleted for good.'}${lost}`
    if (await confirm({ title: `Delete ${name.toLowerCase()}?`, text, yes: 'Delete', isDanger: true })) actions.remove.mutate(item.id)
  }

  return (
    <Panel id="media" title="Media" description="Stored at once, without Save Changes.">
      <div ref={list} tabIndex={-1}>
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
                  order={orderOf(item, index)}
                  actions={{
                    isOffered: product.thumbnail === '' && item === first,
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
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="grid gap-4 lg:grid-cols-2">
        <UploadImage productId={product.id} onUnsaved={onUnsaved} />
        <AddVideo productId={product.id} add={actions.addVideo} onUnsaved={onUnsaved} />
      </div>
    </Panel>
  )
}

interface Props {
  readonly item: MediaItem
  readonly name: string
  readonly isActive: boolean
  /** Undefined if it cannot be moved. */
  readonly order?: TileOrder | undefined
  /** Undefined for a role that may only read. */
  readonly actions?: {
    /** The product has no thumbnail, and this is the first possible one. */
    readonly isOffered: boolean
    readonly isChoosing: boolean
    readonly isRemoving: boolean
    readonly onChoose: () => void
    readonly onRemove: () => void
  }
}

/** An image or a video with its actions. */
export function MediaTile({ item, name, isActive, order, actions }: Props) {
  const absolute = useAbsolute()
  const video = item.type === 'video' ? videoLink(item.url) : null
  return (
    <li
      {...(order && dragOf(order))}
      className={`flex flex-col overflow-hidden rounded-control border ${isActive ? 'border-accent' : 'border-border'} ${order ? 'cursor-grab [&_img]:pointer-events-none' : ''}`}
    >
      <div className="relative aspect-video min-h-0 bg-bg">
        {order && <MoveButtons name={name} order={order} />}
        {video ? <VideoTile id={video.id} /> : <Picture src={absolute(item.card_url || item.url)} name={name} alt={isActive ? name : ''} />}
      </div>
      <div className="flex min-h-11 items-center gap-1 border-t border-border py-1 pr-1 pl-2.5">
        <span className="min-w-0 flex-1 truncate text-table">
          {isActive ? <Badge tone="blue">Active</Badge> : actions?.isOffered ? <span className="sr-only">{name}</span> : name}
        </span>
        {actions?.isOffered && (
          <Button
            size="sm"
            variant="ghost"
            icon={<Star aria-hidden />}
            busy={actions.isChoosing && 'Choosing...'}
            onClick={actions.onChoose}
          >
            Use as thumbnail
          </Button>
        )}
        {video?.href && (
          <a
            href={video.href}
            target="_blank"
            rel="noreferrer"
            aria-label={`Open ${name.toLowerCase()} where it is hosted`}
            data-tooltip="Open where it is hosted"
            className="control-square flex items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text"
          >
            <ExternalLink aria-hidden className="size-4" />
          </a>
        )}
        {actions && !video && !isActive && !actions.isOffered && (
          <IconButton
            label={`Use ${name.toLowerCase()} as thumbnail`}
            icon={<Star aria-hidden />}
            busy={actions.isChoosing}
            onClick={actions.onChoose}
          />
        )}
        {actions && (
          <IconButton
            label={`Delete ${name.toLowerCase()}`}
            icon={<Trash2 aria-hidden />}
            variant="danger"
            busy={actions.isRemoving}
            onClick={actions.onRemove}
          />
        )}
      </div>
    </li>
  )
}

/** Drawn here instead of loaded, so that the hosting service does not learn who opens this page. */
function VideoTile({ id }: { readonly id: string }) {
  return (
    <div className="flex size-full flex-col items-center justify-center gap-2 bg-hover px-2">
      <span aria-hidden className="flex size-9 items-center justify-center rounded-full border border-edge text-muted">
        <Play className="size-4 translate-x-px fill-current" />
      </span>
      <span className="max-w-full truncate font-mono text-caption">{id}</span>
    </div>
  )
}

interface AddVideoProps {
  readonly productId: number
  readonly add: ReturnType<typeof useMediaActions>['addVideo']
  readonly onUnsaved: ReportUnsaved
}

/** Adds a video by its address. The server checks the address. */
function AddVideo({ productId, add, onUnsaved }: AddVideoProps) {
  const { register, handleSubmit, control, getValues, reset, setFocus } = useForm({ defaultValues: { url: '' } })
  const isBlank = useWatch({ control, name: 'url' }).trim() === ''
  useReportUnsaved(onUnsaved, { id: `video-${productId}`, panel: 'Media', name: 'a video that was not added', isUnsaved: !isBlank })
  const submit = handleSubmit(({ url }) => {
    if (isBlank || add.isPending) return
    const pressed = document.activeElement
    const onSuccess = () => {
      if (url !== getValues('url')) return
      // The button gets disabled, so the focus moves to the field, unless the person has moved it already.
      if ([pressed, document.body].includes(document.activeElement)) setFocus('url')
      reset()
    }
    add.mutate(url.trim(), { onSuccess })
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3 rounded-control border border-dashed border-edge p-4">
      <Field label="Video URL" helper="A Vimeo address, with its privacy hash if it has one.">
        {(attributes) => (
          <Input {...attributes} {...register('url')} mono inputMode="url" autoComplete="off" placeholder="https://vimeo.com/76979871" />
        )}
      </Field>
      <div className="mt-auto flex min-h-11 items-center">
        <Button type="submit" icon={<Film aria-hidden />} disabled={isBlank} busy={add.isPending && 'Adding...'}>
          Add Video
        </Button>
      </div>
    </form>
  )
}

interface VideoLink {
  /** Null if there is no valid address. */
  readonly href: string | null
  /** The name on the tile. */
  readonly id: string
}

/** A video's page and id. Our server stores `ID` or `ID/HASH`; a foreign host may send an address of any service. */
export function videoLink(stored: string): VideoLink {
  const video = parseVideoAddress(stored) ?? stored.trim()
  if (/^\d+(?:\/[\w-]+)?$/.test(video)) return { href: videoPage(video), id: video.split('/')[0]! }
  const address = URL.parse(/^[\w.-]+\.[a-z]+\//i.test(video) ? `https://${video}` : video)
  if (address === null || !['http:', 'https:'].includes(address.protocol)) return { href: null, id: video }
  return { href: address.href, id: /\/(\d+)(?:\/|$)/.exec(address.pathname)?.[1] ?? address.host + address.pathname }
}
