import type { KeyHistory } from '@keydesk/contract'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../kit/button.tsx'
import { Panel } from '../../../kit/card.tsx'
import { lazyDialog } from '../../../kit/lazy-part.tsx'
import { useMay } from '../../../session/session-provider.tsx'
import { Life, nameOf, VariantLink } from './life.tsx'

const ReplaceKeyDialog = lazyDialog('Replace key', async () => (await import('./replace-key-dialog.tsx')).ReplaceKeyDialog)

interface Props {
  readonly value: string
  readonly passport: KeyHistory
}

/** Where a key is, and everything that happened to it. */
export function Passport({ value, passport }: Props) {
  const [isReplacing, setReplacing] = useState(false)
  const { id, order_id, state } = passport
  const may = useMay()
  const replace = state === 'sold' && order_id !== null && may('orders:write') && (
    <Button icon={<RefreshCw aria-hidden />} onClick={() => setReplacing(true)}>
      Replace key
    </Button>
  )
  const description = (
    <>
      <code className="font-mono break-all text-text">{value}</code> of <VariantLink passport={passport} />
    </>
  )
  return (
    <Panel title="Key passport" description={description} actions={replace || undefined}>
      <Life passport={passport} />
      {isReplacing && order_id !== null && (
        <ReplaceKeyDialog orderId={order_id} keyId={id} name={nameOf(passport)} onReplaced={noop} onClose={() => setReplacing(false)} />
      )}
    </Panel>
  )
}

const noop = () => undefined
