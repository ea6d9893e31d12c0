import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { useReturnFocus } from './use-return-focus.ts'
import { Veil } from './veil.tsx'

interface Props {
  /** Read aloud, not shown. */
  readonly title: string
  readonly onClose: () => void
  /** Where it lies and how large it is. */
  readonly className: string
  readonly children: ReactNode
}

/** A box over the page with nothing in it but its content. Open for as long as it is mounted; Esc and a press outside close it. */
export function BareDialog({ title, onClose, className, children }: Props) {
  const returnFocus = useReturnFocus()
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Veil />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className={`fixed z-40 shadow-float outline-none ${className}`}
        >
          <Dialog.Title className="sr-only">{title}</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
