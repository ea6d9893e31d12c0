import { useEffect, type ReactNode } from 'react'
import { ConfirmProvider } from './confirm.tsx'
import { removeOldDrafts } from './draft-store.ts'
import { Toasts } from './toast.tsx'
import { Tooltips } from './tooltips.tsx'
import { DraftOwner } from './use-draft.tsx'

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
