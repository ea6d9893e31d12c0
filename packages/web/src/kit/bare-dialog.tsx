import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { DialogFrame } from './dialog-frame.tsx'

interface Props {
  /** Read aloud, not shown. */
  readonly title: string
  readonly onClose: () => void
  /** Where it lies and how large it is. */
  readonly className: string
  readonly children: ReactNode
}

/** A box over the page with nothing in it but its content. */
export const BareDialog = ({ title, onClose, className, children }: Props) => (
  <DialogFrame onClose={onClose} className={className}>
    <Dialog.Title className="sr-only">{title}</Dialog.Title>
    {children}
  </DialogFrame>
)
