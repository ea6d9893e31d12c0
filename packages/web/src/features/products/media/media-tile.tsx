import type { MediaItem } from '@keydesk/contract'
import { ExternalLink, Play, Star, Trash2 } from 'lucide-react'
import { useAbsolute } from '../../../api/context.tsx'
import { Badge } from '../../../kit/badge.tsx'
import { IconButton } from '../../../kit/icon-button.tsx'
import { Picture } from '../../../kit/picture.tsx'
import { videoLink } from './video-link.ts'

interface Props {
  readonly item: MediaItem
  readonly name: string
  readonly isActive: boolean
  /** What can be done with it; undefined for a role that may only look. */
  readonly actions?: {
    readonly isChoosing: boolean
    readonly isRemoving: boolean
    readonly onChoose: () => void
    readonly onRemove: () => void
  }
}

/** An image or a video with what can be done with it. */
export function MediaTile({ item, name, isActive, actions }: Props) {
  const absolute = useAbsolute()
  const video = item.type === 'video' ? videoLink(item.url) : null
  return (
    <li className={`flex flex-col overflow-hidden rounded-control border ${isActive ? 'border-accent' : 'border-border'}`}>
      <div className="aspect-video bg-bg">
        {video ? <VideoTile id={video.id} /> : <Picture src={absolute(item.card_url || item.url)} name={name} alt={isActive ? name : ''} />}
      </div>
      <div className="flex min-h-11 items-center gap-1 border-t border-border py-1 pr-1 pl-2.5">
        <span className="min-w-0 flex-1 truncate text-table">{isActive ? <Badge tone="blue">Active</Badge> : name}</span>
        {video?.href && (
          <a
            href={video.href}
            target="_blank"
            rel="noreferrer"
            aria-label={`Open ${name.toLowerCase()} where it is hosted`}
            title="Open where it is hosted"
            className="control-square flex items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text"
          >
            <ExternalLink aria-hidden className="size-4" />
          </a>
        )}
        {actions && !video && !isActive && (
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

/** Drawn here, so that the hosting service does not learn who looks at this page. */
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
