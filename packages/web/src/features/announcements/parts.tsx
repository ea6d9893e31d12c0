import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { useApi } from '../../api/context.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import { serversQuery } from '../discord/data.ts'
import { type Block, type Inline, parseDiscordText, parseInline } from './discord-text.ts'

interface Props {
  readonly text: string
}

/** A text as Discord shows it. */
export const DiscordText = ({ text }: Props) => blocks(parseDiscordText(text))

/** A title as Discord shows it: on one line, so that it has no headings and lists, and without names of channels and roles. */
export const DiscordLine = ({ text }: Props) => inline(parseInline(text.replace(/<(?=[#@])/g, '\\<')))

/** A channel or a role by its name, if the bot runs and lists it: voice channels and roles of other bots are not listed. */
export function Mention({ kind, id }: Pick<Extract<Inline, { is: 'mention' }>, 'kind' | 'id'>) {
  const { isOwnHost, may } = useAuth()
  const servers = useQuery({ ...serversQuery(useApi()), enabled: isOwnHost && may('discord:read') }).data ?? []
  const name = servers.flatMap((server) => server[kind]).find((place) => place.id === id)?.name
  return (
    <span className="rounded-sm bg-blue-hue/15 px-1 text-blue">
      {kind === 'channels' ? `#${name ?? `channel ${id}`}` : `@${name ?? `role ${id}`}`}
    </span>
  )
}

// Blocks and parts have no id, so their index is the key.
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
  if (part.is === 'mention') return <Mention kind={part.kind} id={part.id} />
  if (part.is === 'link') return <span className="text-accent underline">{part.text}</span>
  const parts = inline(part.parts)
  if (part.is === 'bold') return <strong>{parts}</strong>
  if (part.is === 'italic') return <em>{parts}</em>
  if (part.is === 'underlined') return <u>{parts}</u>
  if (part.is === 'struck') return <s>{parts}</s>
  return <span className="rounded-sm bg-pressed px-1">{parts}</span>
}
