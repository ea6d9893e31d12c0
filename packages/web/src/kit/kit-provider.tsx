import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { ConfirmProvider } from './overlay/confirm.tsx'
import { removeOldDrafts } from './form/draft-store.ts'
import { Toasts } from './feedback/toast.tsx'
import { DraftOwner } from './form/draft-offer.tsx'

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
      <LoadedTooltips />
    </DraftOwner>
  )
}

/** Loaded beside the first screen, where nobody rests on a control yet. Without them, as offline, every control still has its name. */
function LoadedTooltips() {
  const [Tooltips, setTooltips] = useState<ComponentType | null>(null)
  useEffect(() => {
    import('./overlay/tooltips.tsx').then(
      (loaded) => setTooltips(() => loaded.Tooltips),
      () => undefined,
    )
  }, [])
  return Tooltips !== null && <Tooltips />
}
