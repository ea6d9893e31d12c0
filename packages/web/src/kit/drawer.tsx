import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { DialogFrame } from './dialog-frame.tsx'
import { DialogHead } from './dialog-head.tsx'

interface Props {
  readonly title: string
  readonly description?: ReactNode
  readonly onClose: () => void
  readonly side?: 'right' | 'left'
  /** Wide: room for a table, which is laid out by the drawer's width. */
  readonly size?: 'md' | 'wide'
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** A sheet at the side, for looking at one thing without leaving the list. */
export const Drawer = ({ title, description, onClose, side = 'right', size = 'md', footer, children }: Props) => (
  <DialogFrame
    onClose={onClose}
    isDescribed={description !== undefined}
    className={cx(
      'inset-y-0 flex w-full flex-col bg-raised',
      size === 'wide' ? 'max-w-4xl [--header-height:0px]' : 'max-w-lg',
      side === 'right' ? 'right-0 animate-slide-right' : 'left-0 animate-slide-left',
    )}
  >
    <DialogHead title={title} description={description} className="border-b border-border py-3" />
    <div className={cx('min-h-0 flex-1 overflow-y-auto p-5', size === 'wide' && '@container/page')}>{children}</div>
    {footer !== undefined && <footer className="flex flex-wrap justify-end gap-2 border-t border-border px-5 py-3">{footer}</footer>}
  </DialogFrame>
)
