import { cx } from 'class-variance-authority'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { useIsNarrower } from '../layout/use-is-narrower.ts'
import { DialogFrame, DialogHead } from './dialog.tsx'

interface DrawerProps {
  readonly title: string
  readonly description?: ReactNode
  readonly onClose: () => void
  /** Wide: for a table, whose layout follows the drawer's width. Widest: for one of many columns, or with something beside it. */
  readonly size?: 'md' | 'wide' | 'widest'
  /** In a wide window it is beside the page, which stays usable. */
  readonly isBesidePage?: boolean
  readonly frame?: RefObject<HTMLDivElement | null>
  /** Buttons of `headButtonClass` before the close button. */
  readonly actions?: ReactNode
  /** Finds what gets the focus on closing; by default what had it before. */
  readonly findReturn?: () => HTMLElement | null
  readonly footer?: ReactNode
  readonly children: ReactNode
}

const besidePx = 1_280

// The header of a table sticks at the edge, in the padding of the content.
const widths = {
  md: 'max-w-lg',
  wide: 'max-w-4xl [--header-height:-1.25rem]',
  widest: 'max-w-6xl [--header-height:-1.25rem]',
} as const

/** A panel at the side, to look at one thing without leaving the list. */
export function Drawer({
  title,
  description,
  onClose,
  size = 'md',
  isBesidePage = false,
  frame,
  actions,
  findReturn,
  footer,
  children,
}: DrawerProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isNarrow = useIsNarrower(besidePx)
  // Stays as it was opened: a change would mount its dialogs again, and drop what is typed.
  const [isBeside] = useState(isBesidePage && !isNarrow)
  return (
    <DialogFrame
      onClose={onClose}
      isDescribed={description !== undefined}
      isBeside={isBeside}
      frame={frame}
      firstFocus={heading}
      findReturn={findReturn}
      className={cx(
        'right-0 bottom-0 flex w-full animate-slide-right flex-col bg-raised',
        isBeside ? 'top-(--header-height)' : 'top-0',
        widths[size],
      )}
    >
      <DialogHead title={title} titleRef={heading} description={description} actions={actions} className="border-b border-border py-3" />
      <div data-drawer-content className={cx('min-h-0 flex-1 overflow-y-auto overscroll-contain p-5', size !== 'md' && '@container/page')}>
        {children}
      </div>
      {footer && <footer className="flex flex-wrap justify-end gap-2 border-t border-border px-5 py-3">{footer}</footer>}
    </DialogFrame>
  )
}

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
