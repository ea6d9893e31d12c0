import type { ApiKey } from '@keydesk/contract'
import { useState } from 'react'
import { Badge } from '../../kit/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Modal } from '../../kit/dialog.tsx'
import { inSentence, plural } from '../../kit/format.ts'
import { ApiKeyActions } from '../api-keys/api-key-parts-data.tsx'

interface Props {
  readonly username: string
  readonly text: string
  /** That the member made, as they were when the question was opened: one that is rotated or revoked stays in its place. */
  readonly apiKeys: readonly ApiKey[]
  readonly onDisable: () => void
  readonly onClose: () => void
}

/** Asks before a member is disabled who has made API keys. What is done with these is done at once, whatever the answer. */
export function DisableDialog({ username, text, apiKeys, onDisable, onClose }: Props) {
  const [done, setDone] = useState<ReadonlyMap<number, 'rotated' | 'revoked'>>(new Map())
  const name = inSentence(username)
  const footer = (
    <>
      <Button onClick={onClose} data-autofocus>
        Cancel
      </Button>
      <Button variant="danger" onClick={onDisable}>
        Disable
      </Button>
    </>
  )
  return (
    <Modal role="alertdialog" title={`Disable ${name}?`} description={text} onClose={onClose} footer={footer}>
      <p className="mt-2 mb-2">{`${name} made these API keys and may know them. They go on working unless you rotate or revoke them.`}</p>
      <Card>
        <ul className="divide-y divide-border">
          {apiKeys.map((key) => {
            const what = done.get(key.id)
            return (
              <li key={key.id} className="flex min-h-14 items-center gap-2 px-4 py-2">
                <span className="min-w-0 flex-1">
                  <span className="block font-medium break-words">{key.name}</span>
                  <span className="block text-caption text-muted">
                    <span className="font-mono">{key.hint}…</span>
                    {key.pending_orders > 0 && `, ${plural(key.pending_orders, 'pending order')}`}
                  </span>
                </span>
                {what === undefined ? (
                  <ApiKeyActions apiKey={key} isKnown onDone={(step) => setDone(new Map(done).set(key.id, step))} />
                ) : (
                  <Badge tone={what === 'rotated' ? 'green' : 'red'}>{what === 'rotated' ? 'Rotated' : 'Revoked'}</Badge>
                )}
              </li>
            )
          })}
        </ul>
      </Card>
    </Modal>
  )
}
