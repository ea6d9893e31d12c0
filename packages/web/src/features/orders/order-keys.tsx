import type { OrderDetails, OrderKey } from '@keydesk/contract'
import { Eye, EyeOff, History } from 'lucide-react'
import { useState } from 'react'
import { DrawerSection } from '../../kit/drawer-section.tsx'
import { Badge } from '../../kit/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { CopyButton } from '../../kit/copy-button.tsx'
import { IconButton } from '../../kit/icon-button.tsx'
import { lazyDialog, lazyPart } from '../../kit/lazy-part.tsx'
import { useMay } from '../../session/session-provider.tsx'
import { formatName } from './order-format.ts'
import { useRevealKeys } from './orders-data.ts'

const ReplaceKeyDialog = lazyDialog('Replace key', async () => (await import('./key-life/replace-key-dialog.tsx')).ReplaceKeyDialog)
const KeyLifeDialog = lazyDialog('Key passport', async () => (await import('./key-life/key-life-dialog.tsx')).KeyLifeDialog)
const ReplacedKeys = lazyPart(async () => (await import('./key-life/replaced-keys.tsx')).ReplacedKeys)

/** The keys of an order, masked until somebody asks; asking is recorded in the timeline. */
export function OrderKeys({ order }: { readonly order: OrderDetails }) {
  const reveal = useRevealKeys(order.id)
  const [replacing, setReplacing] = useState<{ readonly id: number; readonly name: string } | null>(null)
  const [living, setLiving] = useState<{ readonly id: number; readonly value: string } | null>(null)
  const may = useMay()
  const values = new Map(reveal.data?.map((key) => [key.id, key.value]))
  const isRevealed = values.size > 0
  const actions = isRevealed ? (
    <>
      {order.keys.length > 1 && <CopyButton text={[...values.values()].join('\n')} label="Copy all keys" />}
      <Button size="sm" icon={<EyeOff aria-hidden />} onClick={reveal.reset}>
        Hide keys
      </Button>
    </>
  ) : (
    may('orders:reveal') && (
      <Button size="sm" icon={<Eye aria-hidden />} busy={reveal.isPending && 'Revealing...'} onClick={() => reveal.mutate(undefined)}>
        Reveal keys
      </Button>
    )
  )
  const lines = order.items
    .map((item) => ({ item, keys: order.keys.filter((key) => key.item_id === item.id) }))
    .filter(({ keys }) => keys.length > 0)

  return (
    <DrawerSection title={order.keys.length === 1 ? 'Key' : `Keys (${order.keys.length})`} actions={actions}>
      <Card className="divide-y divide-border">
        {lines.map(({ item, keys }) => (
          <div key={item.id} className="px-4 py-2">
            {lines.length > 1 && <p className="pt-1 text-caption text-muted">{formatName(item.variant)}</p>}
            <ul>
              {keys.map((key) => (
                <KeyLine
                  key={key.id}
                  orderKey={key}
                  value={values.get(key.id)}
                  onLife={() => setLiving(key)}
                  onReplace={
                    order.status === 'completed' && may('orders:write')
                      ? () => setReplacing({ id: key.id, name: formatName(item.variant) })
                      : undefined
                  }
                />
              ))}
            </ul>
          </div>
        ))}
      </Card>
      {order.replaced_keys.length > 0 && <ReplacedKeys keys={order.replaced_keys} onLife={setLiving} />}
      {living !== null && <KeyLifeDialog keyId={living.id} value={living.value} orderId={order.id} onClose={() => setLiving(null)} />}
      {replacing !== null && (
        <ReplaceKeyDialog
          orderId={order.id}
          keyId={replacing.id}
          name={replacing.name}
          onReplaced={reveal.reset}
          onClose={() => setReplacing(null)}
        />
      )}
    </DrawerSection>
  )
}

interface LineProps {
  readonly orderKey: OrderKey
  /** Once revealed. */
  readonly value: string | undefined
  readonly onLife: () => void
  /** Only where the customer has it. */
  readonly onReplace: (() => void) | undefined
}

function KeyLine({ orderKey, value, onLife, onReplace }: LineProps) {
  return (
    <li className="flex min-h-9 items-center gap-3 touch:min-h-11">
      <code className="min-w-0 flex-1 font-mono text-table break-all">{value ?? orderKey.value}</code>
      {orderKey.state === 'revoked' && <Badge tone="red">Revoked</Badge>}
      {orderKey.state === 'reserved' && <Badge tone="yellow">Reserved</Badge>}
      {onReplace !== undefined && orderKey.state === 'sold' && (
        <Button size="sm" variant="ghost" onClick={onReplace}>
          Replace
        </Button>
      )}
      {value !== undefined && <CopyButton text={value} label="Copy key" />}
      <IconButton label="Show the life of the key" icon={<History aria-hidden />} onClick={onLife} />
    </li>
  )
}
