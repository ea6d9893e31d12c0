import { cx } from 'class-variance-authority'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'

interface Props {
  readonly className?: string
  readonly children?: ReactNode
}

/** What lies between the page and an open dialog. `base.css` knows by it that nothing beneath can be pressed. */
export const Veil = ({ className, children }: Props) => (
  <Dialog.Overlay data-veil className={cx('fixed inset-0 z-40 animate-appear bg-veil', className)}>
    {children}
  </Dialog.Overlay>
)
