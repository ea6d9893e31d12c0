import { type ReactNode, useSyncExternalStore } from 'react'
import { listDrafts, subscribeToDrafts } from '../../kit/form/draft-store.ts'

/** What the login page says after a lost session, so that nobody thinks that the typed text is gone. Without drafts it says `children`. */
export function DraftsKept({ owner, children }: { readonly owner: string; readonly children: ReactNode }) {
  // The last draft is stored only when the screen unmounts.
  const areKept = useSyncExternalStore(subscribeToDrafts, () => listDrafts(owner).length > 0)
  return areKept ? 'Your session has ended. What you typed is kept as a draft, except key values.' : children
}
