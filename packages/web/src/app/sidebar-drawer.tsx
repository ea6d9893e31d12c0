import { Dialog } from 'radix-ui'
import { useReturnFocus } from '../kit/use-return-focus.ts'
import { Veil } from '../kit/veil.tsx'
import { Sidebar } from './sidebar.tsx'

/** The sidebar on narrow screens: over the page, closed by Esc, a press outside, or by going somewhere. */
export function SidebarDrawer({ onClose }: { readonly onClose: () => void }) {
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
          <Sidebar isExpanded onLeave={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
