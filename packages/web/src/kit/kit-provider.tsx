import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { ConfirmProvider } from './overlay/confirm.tsx'
import { removeOldDrafts } from './form/draft-store.ts'
import { whenIdle } from './feedback/lazy-part.tsx'
import { Toasts } from './feedback/toast.tsx'
import { DraftOwner } from './form/draft-offer.tsx'

interface Props {
  /** The person whose drafts are stored and offered. */
  readonly owner: string
  readonly children: ReactNode
}

/** Provides questions, toasts, tooltips and drafts to the parts of the kit. */
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

/** Loads late, because tooltips are not needed at once. If that fails, every control still has its name. */
function LoadedTooltips() {
  const [Tooltips, setTooltips] = useState<ComponentType | null>(null)
  useEffect(
    () =>
      whenIdle(() => {
        import('./overlay/tooltips.tsx').then(
          (loaded) => setTooltips(() => loaded.Tooltips),
          () => undefined,
        )
      }),
    [],
  )
  return Tooltips !== null && <Tooltips />
}
