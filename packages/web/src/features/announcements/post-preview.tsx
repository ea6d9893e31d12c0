import { announcementPost, embedLimits } from '@keydesk/contract'
import { TriangleAlert } from 'lucide-react'
import { Fragment, useId, type ReactNode } from 'react'
import { formatCount, formatDateTime } from '../../kit/format.ts'
import { parseDiscordText, parseInline, type Block, type Inline } from './discord-text.ts'
import { isCut } from './announcement-form.ts'

interface Props {
  readonly title: string
  readonly content: string
  readonly mentionRoleId: string | null
  /** ISO 8601: what stands below it. */
  readonly at: string
}

/** The post as Discord shows it. */
export function PostPreview({ title, content, mentionRoleId, at }: Props) {
  const post = announcementPost(title, content, mentionRoleId)
  const id = useId()
  return (
    <figure aria-labelledby={id}>
      <figcaption id={id} className="mb-1.5 text-caption text-muted">
        Preview of the post
      </figcaption>
      <div className="rounded-control border border-border bg-bg p-3">
        {post.mention !== null && (
          <p className="mb-2">
            <span className="rounded-sm bg-blue-hue/15 px-1 text-blue">@role {post.mention}</span>
          </p>
        )}
        <div
          className="space-y-1 rounded-control border border-l-4 border-border bg-surface p-3 wrap-anywhere"
          style={{ borderLeftColor: `#${post.color.toString(16).padStart(6, '0')}` }}
        >
          <p className="font-semibold">{inline(parseInline(post.title))}</p>
          <div className="text-table">{blocks(parseDiscordText(post.description))}</div>
          <p className="pt-1 text-caption text-muted">{formatDateTime(at)}</p>
        </div>
        {isCut(content) && (
          <p role="status" className="mt-2 flex gap-2 text-table text-yellow">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            The post ends there: Discord shows {formatCount(embedLimits.description)} characters. Shorten the text, or post the rest as
            another notification.
          </p>
        )}
      </div>
    </figure>
  )
}

// What has no identity of its own is known by its place.
const blocks = (all: readonly Block[]): ReactNode => all.map((block, index) => <Fragment key={index}>{blockOf(block)}</Fragment>)
const inline = (parts: readonly Inline[]): ReactNode => parts.map((part, index) => <Fragment key={index}>{inlineOf(part)}</Fragment>)

const headings = { 1: 'text-title font-semibold', 2: 'text-base font-semibold', 3: 'font-semibold' } as const

function blockOf(block: Block): ReactNode {
  if (block.is === 'quote') return <blockquote className="my-1 border-l-4 border-edge pl-3">{blocks(block.blocks)}</blockquote>
  if (block.is === 'code')
    return <pre className="my-1 rounded-sm border border-border bg-bg p-2 font-mono text-caption whitespace-pre-wrap">{block.text}</pre>
  const parts = inline(block.parts)
  if (block.is === 'heading') return <p className={headings[block.level]}>{parts}</p>
  if (block.is === 'subtext') return <p className="text-caption text-muted">{parts}</p>
  if (block.is === 'item')
    return (
      <p className="flex gap-2 pl-2">
        <span aria-hidden>{block.mark}</span>
        <span>{parts}</span>
      </p>
    )
  return <p className="min-h-5 whitespace-pre-wrap">{parts}</p>
}

function inlineOf(part: Inline): ReactNode {
  if (part.is === 'text') return part.text
  if (part.is === 'code') return <code className="rounded-sm bg-hover px-1 font-mono">{part.text}</code>
  if (part.is === 'link') return <span className="text-accent underline">{part.text}</span>
  const parts = inline(part.parts)
  if (part.is === 'bold') return <strong>{parts}</strong>
  if (part.is === 'italic') return <em>{parts}</em>
  if (part.is === 'underlined') return <u>{parts}</u>
  if (part.is === 'struck') return <s>{parts}</s>
  return <span className="rounded-sm bg-pressed px-1">{parts}</span>
}
