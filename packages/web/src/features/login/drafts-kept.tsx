import { type ReactNode, useSyncExternalStore } from 'react'
import { listDrafts, subscribeToDrafts } from '../../kit/form/draft-store.ts'

/** What the login page says after a lost session if there are drafts; otherwise it says `children`. A few dialogs, such as a refund, have none. */
export function DraftsKept({ owner, children }: { readonly owner: string; readonly children: ReactNode }) {
  // The last draft is stored only when the screen unmounts.
  const areKept = useSyncExternalStore(subscribeToDrafts, () => listDrafts(owner).length > 0)
  return areKept ? 'Your session has ended. Your drafts are kept, except key values.' : children
}
