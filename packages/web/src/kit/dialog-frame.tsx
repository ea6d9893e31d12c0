import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { ignoreToasts } from './dialog.tsx'
import { useReturnFocus } from './use-return-focus.ts'
import { Veil } from './veil.tsx'

interface Props {
  readonly onClose: () => void
  /** Whether a `Dialog.Description` stands in it. */
  readonly isDescribed?: boolean
  /** Where it lies and how large it is. */
  readonly className: string
  /** With a `Dialog.Title`. */
  readonly children: ReactNode
}

/** What a drawer and a bare box share: they lie over the dimmed page, and Esc and a press outside close them. Open while mounted. */
export function DialogFrame({ onClose, isDescribed = false, className, children }: Props) {
  const returnFocus = useReturnFocus()
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Veil />
        <Dialog.Content
          {...(!isDescribed && { 'aria-describedby': undefined })}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={ignoreToasts}
          className={`fixed z-40 shadow-float outline-none ${className}`}
        >
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
