import { BareDialog } from '../kit/overlay/dialog.tsx'
import type { AccountDialog } from './account-entries.tsx'
import { Sidebar } from './sidebar.tsx'

interface Props {
  readonly onDialog: (dialog: AccountDialog) => void
  readonly onClose: () => void
}

/** The sidebar on narrow screens: over the page, closed by Esc, a press outside, or a followed link. */
export const SidebarDrawer = ({ onDialog, onClose }: Props) => (
  <BareDialog
    title="Menu"
    onClose={onClose}
    className="inset-y-0 left-0 w-(--sidebar-width-mobile) max-w-[85vw] animate-slide-left bg-surface"
  >
    <Sidebar isExpanded onDialog={onDialog} onLeave={onClose} />
  </BareDialog>
)
