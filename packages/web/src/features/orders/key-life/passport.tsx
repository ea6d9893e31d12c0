import type { KeyEvent, KeyPassport } from '@keydesk/contract'
import { Link } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../../kit/badge.tsx'
import { Button } from '../../../kit/button.tsx'
import { Panel } from '../../../kit/card.tsx'
import { DateText } from '../../../kit/date-text.tsx'
import { lazyDialog } from '../../../kit/lazy-part.tsx'
import { eventText, stateOf } from './key-words.ts'

const ReplaceKeyDialog = lazyDialog('Replace key', async () => (await import('./replace-key-dialog.tsx')).ReplaceKeyDialog)

interface Props {
  readonly value: string
  readonly passport: KeyPassport
}

/** Where a key is, and everything that happened to it. */
export function Passport({ value, passport }: Props) {
  const [isReplacing, setReplacing] = useState(false)
  const { id, order_id, variant_id, variant_name, product_id, product_name, state, events } = passport
  const name = `${product_name} - ${variant_name}`
  const { text, tone } = stateOf(state)
  const replace = state === 'sold' && order_id !== null && (
    <Button icon={<RefreshCw aria-hidden />} onClick={() => setReplacing(true)}>
      Replace key
    </Button>
  )
  const description = (
    <>
      <code className="font-mono break-all text-text">{value}</code> of{' '}
      <Link to="/products/$id" params={{ id: String(product_id) }} search={{ variant: variant_id }} className="text-accent underline">
        {name}
      </Link>
    </>
  )
  return (
    <Panel title="Key passport" description={description} actions={replace || undefined}>
      <div className="mb-4">
        <Badge tone={tone}>{text}</Badge>
      </div>
      <ol aria-label="Life of the key" className="relative ml-1 space-y-3 border-l border-border pl-5">
        {events.map((event, index) => (
          <Happening key={index} event={event} passport={passport} />
        ))}
      </ol>
      {isReplacing && order_id !== null && (
        <ReplaceKeyDialog orderId={order_id} keyId={id} name={name} onReplaced={noop} onClose={() => setReplacing(false)} />
      )}
    </Panel>
  )
}

const noop = () => undefined

function Happening({ event, passport }: { readonly event: KeyEvent; readonly passport: KeyPassport }) {
  const { at, actor, order_id, note } = event
  return (
    <li className="relative flex flex-wrap items-baseline justify-between gap-x-4">
      <span aria-hidden className="absolute top-1.5 -left-[1.5rem] size-2 rounded-full bg-edge ring-4 ring-surface" />
      <span className="min-w-0 break-words">
        {eventText(event, passport)}
        {order_id !== undefined && (
          <>
            {' '}
            <Link to="/purchases/orders" search={{ order: order_id }} className="text-accent underline">
              order #{order_id}
            </Link>
          </>
        )}
        {actor !== '' && <span className="text-muted"> by {actor}</span>}
        {note && <span className="block text-table text-muted">{note}</span>}
      </span>
      <span className="text-table text-muted">
        <DateText at={at} as="time" none="-" />
      </span>
    </li>
  )
}
