import { Dialog } from 'radix-ui'
import { useReturnFocus } from '../kit/use-return-focus.ts'
import { Veil } from '../kit/veil.tsx'
import type { AccountDialog } from './account-entries.tsx'
import { Sidebar } from './sidebar.tsx'

interface Props {
  readonly onDialog: (dialog: AccountDialog) => void
  readonly onClose: () => void
}

/** The sidebar on narrow screens: over the page, closed by Esc, a press outside, or by going somewhere. */
export function SidebarDrawer({ onDialog, onClose }: Props) {
  const returnFocus = useReturnFocus()
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Veil />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-y-0 left-0 z-40 w-(--sidebar-width-mobile) max-w-[85vw] animate-slide-left bg-surface shadow-float outline-none"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <Sidebar isExpanded onDialog={onDialog} onLeave={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
