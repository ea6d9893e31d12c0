import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { ConfirmProvider } from './overlay/confirm.tsx'
import { removeOldDrafts } from './form/draft-store.ts'
import { WhenIdle } from './feedback/lazy-part.tsx'
import { Toasts } from './feedback/toast.tsx'
import { DraftOwner } from './form/draft-offer.tsx'

/** If they cannot be loaded, every control still has its name. */
const Tooltips = lazy<ComponentType>(() =>
  import('./overlay/tooltips.tsx').then(
    ({ Tooltips: loaded }) => ({ default: loaded }),
    () => ({ default: () => null }),
  ),
)

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
      <WhenIdle>
        <Suspense>
          <Tooltips />
        </Suspense>
      </WhenIdle>
    </DraftOwner>
  )
}
