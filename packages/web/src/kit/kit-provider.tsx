import { useEffect, type ReactNode } from 'react'
import { ConfirmProvider } from './confirm.tsx'
import { removeOldDrafts } from './draft-store.ts'
import { lazyPart } from './lazy-part.tsx'
import { Toasts } from './toast.tsx'
import { DraftOwner } from './use-draft.tsx'

/** Nobody rests on a control before the screen is there. */
const Tooltips = lazyPart(async () => (await import('./tooltips.tsx')).Tooltips)

interface Props {
  /** Whose drafts are kept and offered. */
  readonly owner: string
  readonly children: ReactNode
}

/** What parts of the kit expect around them: anything may ask a question, show a toast or keep a draft. */
export function KitProvider({ owner, children }: Props) {
  useEffect(removeOldDrafts, [])
  return (
    <DraftOwner value={owner}>
      <ConfirmProvider>{children}</ConfirmProvider>
      <Toasts />
      <Tooltips />
    </DraftOwner>
  )
}
