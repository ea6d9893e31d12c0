import { cx } from 'class-variance-authority'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'

interface Props {
  readonly className?: string
  readonly children?: ReactNode
}

/** Dims the page under an open dialog or drawer. */
export const Veil = ({ className, children }: Props) => (
  <Dialog.Overlay className={cx('fixed inset-0 z-40 animate-appear bg-veil', className)}>{children}</Dialog.Overlay>
)
