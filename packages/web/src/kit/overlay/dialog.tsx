import { type VariantProps, cva, cx } from 'class-variance-authority'
import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, type RefObject, useRef } from 'react'
import { isTyping } from '../controls/keyboard.ts'
import { useReturnFocus } from './focus.ts'
import { useStepCloses } from './use-dialog.ts'

// The scroll padding keeps a focused control from being hidden by head or footer.
const styles = cva(
  'mx-auto mb-auto flex max-h-full min-h-0 w-full animate-pop scroll-pt-16 scroll-pb-20 flex-col overflow-y-auto overscroll-contain rounded-card bg-raised shadow-float outline-none',
  { variants: { size: { sm: 'max-w-md', md: 'max-w-lg' } }, defaultVariants: { size: 'md' } },
)

interface DialogProps extends VariantProps<typeof styles> {
  readonly title: string
  readonly description?: ReactNode
  /** Called for Esc, the close button and a press outside. */
  readonly onClose: () => void
  readonly footer?: ReactNode
  readonly role?: 'dialog' | 'alertdialog'
  readonly children?: ReactNode
}

/** A dialog, open while mounted. Its content scrolls between head and footer. The focus returns to the control that opened it. */
export function Modal({ title, description, onClose, footer, size, role = 'dialog', children }: DialogProps) {
  const content = useRef<HTMLDivElement>(null)
  const returnFocus = useReturnFocus()
  useStepCloses(onClose)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        {/* At a fixed distance from the top, so that a message that appears moves nothing above it. */}
        <Veil className="flex px-4 pt-4 pb-4 md:px-8 md:pt-[12dvh] short:pt-4">
          <Dialog.Content
            ref={content}
            role={role}
            {...(description === undefined && { 'aria-describedby': undefined })}
            onOpenAutoFocus={(event) => {
              const first = content.current?.querySelector<HTMLElement>(firstField)
              if (!first) return
              event.preventDefault()
              first.focus()
            }}
            onCloseAutoFocus={returnFocus}
            onInteractOutside={ignoreToasts}
            className={styles({ size })}
          >
            <DialogHead title={title} description={description} className="sticky top-0 z-10 bg-raised pt-4 pb-2 short:static" />
            <div className="px-5 pt-1 not-has-[footer]:pb-5">
              {children}
              {footer !== undefined && <DialogFooter>{footer}</DialogFooter>}
            </div>
          </Dialog.Content>
        </Veil>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface VeilProps {
  readonly className?: string
  readonly children?: ReactNode
}

/** Dims the page under an open dialog or drawer. */
const Veil = ({ className, children }: VeilProps) => (
  <Dialog.Overlay className={cx('fixed inset-0 z-40 animate-appear bg-veil', className)}>{children}</Dialog.Overlay>
)

/** The buttons of a dialog, or of a form inside it. Must be its last element; always visible. */
export const DialogFooter = ({ children }: { readonly children: ReactNode }) => (
  <footer className="sticky bottom-0 z-10 -mx-5 mt-4 flex flex-wrap items-center justify-end gap-2 border-t border-border bg-raised px-5 py-3 short:static">
    {children}
  </footer>
)

/** A toast is outside the dialog, but pressing it must not close the dialog. */
function ignoreToasts(event: { readonly target: EventTarget | null; preventDefault: () => void }): void {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]') !== null) event.preventDefault()
}

const firstField = '[autofocus], [data-autofocus], input:not([readonly], [type=hidden]), select, textarea'

interface BareDialogProps {
  /** Read aloud, not shown. */
  readonly title: string
  readonly onClose: () => void
  /** Position and size. */
  readonly className: string
  readonly children: ReactNode
}

/** A dialog without head and footer. */
export function BareDialog({ title, onClose, className, children }: BareDialogProps) {
  useStepCloses(onClose)
  return (
    <DialogFrame onClose={onClose} className={className}>
      <Dialog.Title className="sr-only">{title}</Dialog.Title>
      {children}
    </DialogFrame>
  )
}

interface DialogFrameProps {
  readonly onClose: () => void
  /** It contains a `Dialog.Description`. */
  readonly isDescribed?: boolean
  /** The page stays usable. Esc closes it, a press outside does not. Must not change while it is open. */
  readonly isBeside?: boolean
  readonly frame?: RefObject<HTMLDivElement | null>
  /** Gets the focus on opening; by default the first control. */
  readonly firstFocus?: RefObject<HTMLElement | null>
  /** Finds what gets the focus on closing; by default what had it before. */
  readonly findReturn?: () => HTMLElement | null
  /** Position and size. */
  readonly className: string
  /** Must contain a `Dialog.Title`. */
  readonly children: ReactNode
}

/** The shared part of drawers, bare dialogs and the filters of a phone: dims the page, and closes on Esc and a press outside. Open while mounted. */
export function DialogFrame({
  onClose,
  isDescribed = false,
  isBeside = false,
  frame,
  firstFocus,
  findReturn,
  className,
  children,
}: DialogFrameProps) {
  const returnFocus = useReturnFocus(findReturn)
  const keepFieldsEsc = (event: KeyboardEvent) => {
    // Esc in a field of the page belongs to the field.
    if (isBeside && isTyping(event.target) && event.target.closest('[role=dialog]') === null) event.preventDefault()
  }
  return (
    <Dialog.Root open modal={!isBeside} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Veil />
        <Dialog.Content
          {...(!isDescribed && { 'aria-describedby': undefined })}
          ref={frame}
          data-beside={isBeside || undefined}
          onOpenAutoFocus={(event) => {
            if (!firstFocus?.current) return
            event.preventDefault()
            firstFocus.current.focus({ preventScroll: true })
          }}
          onCloseAutoFocus={returnFocus}
          onEscapeKeyDown={keepFieldsEsc}
          onInteractOutside={isBeside ? (event) => event.preventDefault() : ignoreToasts}
          className={`fixed z-40 shadow-float outline-none ${className}`}
        >
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface DialogHeadProps {
  readonly title: string
  readonly description?: ReactNode
  readonly titleRef?: RefObject<HTMLHeadingElement | null>
  /** Buttons before the close button, of the same class. */
  readonly actions?: ReactNode
  /** Padding and border, which differ between dialog and drawer. */
  readonly className: string
}

/** The head of a dialog or drawer: the title with the close button in its row, and the description. */
export function DialogHead({ title, description, titleRef, actions, className }: DialogHeadProps) {
  return (
    <header className={`grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 px-5 ${className}`}>
      <Dialog.Title
        ref={titleRef}
        tabIndex={-1}
        aria-live={actions ? 'polite' : undefined}
        className="py-1 touch:py-2.5 text-base font-semibold wrap-anywhere outline-none"
      >
        {title}
      </Dialog.Title>
      <div className="-mr-2 flex items-center gap-1">
        {actions}
        <Dialog.Close aria-label="Close" className={headButtonClass}>
          <X aria-hidden className="size-4" />
        </Dialog.Close>
      </div>
      {description !== undefined && (
        <Dialog.Description className="col-span-full mt-1 text-pretty text-muted">{description}</Dialog.Description>
      )}
    </header>
  )
}

export const headButtonClass =
  'flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text touch:size-11'
