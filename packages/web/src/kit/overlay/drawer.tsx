import { cx } from 'class-variance-authority'
import { type ReactNode, useId } from 'react'
import { DialogFrame, DialogHead } from './dialog.tsx'

interface DrawerProps {
  readonly title: string
  readonly description?: ReactNode
  readonly onClose: () => void
  readonly side?: 'right' | 'left'
  /** Wide: for a table, whose layout follows the drawer's width. */
  readonly size?: 'md' | 'wide'
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** A panel at the side, to look at one thing without leaving the list. */
export const Drawer = ({ title, description, onClose, side = 'right', size = 'md', footer, children }: DrawerProps) => (
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

interface DrawerSectionProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A titled part of a drawer, with its buttons at the right. */
export function DrawerSection({ title, actions, children }: DrawerSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <header className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h3 id={id} className="text-table font-semibold text-muted">
          {title}
        </h3>
        {actions && <div className="flex items-center gap-1">{actions}</div>}
      </header>
      {children}
    </section>
  )
}

interface PanelSectionProps {
  readonly title: string
  readonly description: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A titled part of a drawer with a description and an action at the right. */
export function PanelSection({ title, description, action, children }: PanelSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <header className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 id={id} className="font-semibold">
            {title}
          </h3>
          <p className="text-muted">{description}</p>
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}
