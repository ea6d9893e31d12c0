import type { Announcement, Delivery } from '@keydesk/contract'
import { Badge } from '../../kit/badge.tsx'
import { DateText } from '../../kit/date-text.tsx'

const words: Record<Delivery, { readonly text: string; readonly tone: 'green' | 'yellow' | 'red' | 'blue' | 'neutral' }> = {
  scheduled: { text: 'Scheduled', tone: 'blue' },
  waiting: { text: 'Waiting', tone: 'yellow' },
  posted: { text: 'Posted', tone: 'green' },
  failed: { text: 'Failed', tone: 'red' },
  none: { text: 'Not posted', tone: 'neutral' },
}

/** What became of the post, and when it is due, why not, or where it is. */
export function PostStatus({ announcement }: { readonly announcement: Announcement }) {
  const { delivery } = announcement
  if (delivery === undefined) return <span className="text-muted">–</span>
  const { text, tone } = words[delivery]
  return (
    <div className="space-y-1">
      <Badge tone={tone}>{text}</Badge>
      <Detail {...announcement} />
    </div>
  )
}

function Detail({ delivery, delivery_reason: reason, publish_at, post_url }: Announcement) {
  if (delivery === 'scheduled')
    return (
      <div className="text-caption">
        <DateText at={publish_at ?? null} as="time" />
      </div>
    )
  if (delivery === 'posted')
    return post_url === null || post_url === undefined ? null : (
      <a href={post_url} target="_blank" rel="noreferrer" className="block text-caption text-accent hover:underline">
        Open in Discord
      </a>
    )
  const said = reason ?? (delivery === 'waiting' ? 'Until the bot posts it' : null)
  return said === null ? null : <p className="text-caption text-muted wrap-anywhere">{said}</p>
}
