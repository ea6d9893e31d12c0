import { cx } from 'class-variance-authority'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useShortcut } from '../controls/keyboard.ts'
import { useIsNarrower } from '../layout/use-is-narrower.ts'
import { DialogFrame, DialogHead, headButtonClass } from './dialog.tsx'

/** The way through the rows of a list. A step is undefined at the end of the list. */
export interface DrawerSteps {
  /** 'order' */
  readonly noun: string
  readonly previous: (() => void) | undefined
  readonly next: (() => void) | undefined
}

interface DrawerProps {
  readonly title: string
  readonly description?: ReactNode
  readonly onClose: () => void
  readonly side?: 'right' | 'left'
  /** Wide: for a table, whose layout follows the drawer's width. */
  readonly size?: 'md' | 'wide'
  /** Makes it a work surface: it steps through the rows of the list, which stays usable beside it in a wide window. */
  readonly steps?: DrawerSteps
  /** Finds what gets the focus on closing; by default what had it before. */
  readonly findReturn?: () => HTMLElement | null
  readonly footer?: ReactNode
  readonly children: ReactNode
}

const besidePx = 1_280

/** A panel at the side, to look at one thing without leaving the list. */
export function Drawer({ title, description, onClose, side = 'right', size = 'md', steps, findReturn, footer, children }: DrawerProps) {
  const frame = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const isNarrow = useIsNarrower(besidePx)
  // Stays as it was opened: a change would mount its dialogs again, and drop what is typed.
  const [isBeside] = useState(steps !== undefined && !isNarrow)
  const before = useRef(title)
  useEffect(() => {
    // Another row of the list was pressed.
    if (isBeside && title !== before.current && !frame.current?.contains(document.activeElement)) heading.current?.focus()
    before.current = title
  }, [title, isBeside])
  return (
    <DialogFrame
      onClose={onClose}
      isDescribed={description !== undefined}
      isBeside={isBeside}
      frame={frame}
      firstFocus={heading}
      findReturn={findReturn}
      className={cx(
        'bottom-0 flex w-full flex-col bg-raised',
        isBeside ? 'top-(--header-height)' : 'top-0',
        size === 'wide' ? 'max-w-4xl [--header-height:0px]' : 'max-w-lg',
        side === 'right' ? 'right-0 animate-slide-right' : 'left-0 animate-slide-left',
      )}
    >
      <DialogHead
        title={title}
        titleRef={heading}
        description={description}
        actions={
          steps && (
            <>
              <Step label={`Previous ${steps.noun}`} shortcut="k" icon={<ChevronUp />} onStep={steps.previous} drawer={frame} />
              <Step label={`Next ${steps.noun}`} shortcut="j" icon={<ChevronDown />} onStep={steps.next} drawer={frame} />
            </>
          )
        }
        className="border-b border-border py-3"
      />
      <div className={cx('min-h-0 flex-1 overflow-y-auto overscroll-contain p-5', size === 'wide' && '@container/page')}>{children}</div>
      {footer !== undefined && <footer className="flex flex-wrap justify-end gap-2 border-t border-border px-5 py-3">{footer}</footer>}
    </DialogFrame>
  )
}

interface StepProps {
  readonly label: string
  readonly shortcut: string
  readonly icon: ReactNode
  readonly onStep: (() => void) | undefined
  readonly drawer: RefObject<HTMLElement | null>
}

/** Not disabled at the end of the list, so that it keeps the focus. */
function Step({ label, shortcut, icon, onStep, drawer }: StepProps) {
  useShortcut(shortcut, () => onStep?.(), { drawer })
  return (
    <button
      type="button"
      aria-label={label}
      aria-keyshortcuts={shortcut}
      aria-disabled={onStep === undefined || undefined}
      data-tooltip={`${label} (${shortcut})`}
      onClick={onStep}
      className={cx(headButtonClass, 'aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:size-4')}
    >
      {icon}
    </button>
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
