import { BareDialog } from '../kit/bare-dialog.tsx'
import { Sidebar } from './sidebar.tsx'

/** The sidebar on narrow screens: over the page, closed by Esc, a press outside, or by going somewhere. */
export const SidebarDrawer = ({ onClose }: { readonly onClose: () => void }) => (
  <BareDialog
    title="Menu"
    onClose={onClose}
    className="inset-y-0 left-0 w-(--sidebar-width-mobile) max-w-[85vw] animate-slide-left bg-surface"
  >
    <Sidebar isExpanded onLeave={onClose} />
  </BareDialog>
)
