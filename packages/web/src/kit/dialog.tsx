import { cva, type VariantProps } from 'class-variance-authority'
import { Dialog } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { DialogHead } from './dialog-head.tsx'
import { useReturnFocus } from './use-return-focus.ts'
import { Veil } from './veil.tsx'

// Room above and below, so that what takes the focus is not under the head or the footer.
const look = cva(
  'm-auto flex max-h-full w-full animate-pop scroll-pt-16 scroll-pb-20 flex-col overflow-y-auto overscroll-contain rounded-card bg-raised shadow-float outline-none',
  { variants: { size: { sm: 'max-w-md', md: 'max-w-lg' } }, defaultVariants: { size: 'md' } },
)

interface Props extends VariantProps<typeof look> {
  readonly title: string
  readonly description?: ReactNode
  /** Esc, the cross and a press outside. */
  readonly onClose: () => void
  readonly footer?: ReactNode
  readonly role?: 'dialog' | 'alertdialog'
  readonly children?: ReactNode
}

/** A dialog that is open for as long as it is mounted. Its content scrolls between its head and its footer. Focus returns to what opened it. */
export function Modal({ title, description, onClose, footer, size, role = 'dialog', children }: Props) {
  const content = useRef<HTMLDivElement>(null)
  const returnFocus = useReturnFocus()
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Veil className="flex p-4 md:p-8">
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
            className={look({ size })}
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

/** The buttons of a dialog, or of a form or step inside it: the last thing there, and always in sight. */
export const DialogFooter = ({ children }: { readonly children: ReactNode }) => (
  <footer className="sticky bottom-0 z-10 -mx-5 mt-4 flex flex-wrap items-center justify-end gap-2 border-t border-border bg-raised px-5 py-3 short:static">
    {children}
  </footer>
)

/** A toast lies outside the dialog; pressing it must not close the dialog. */
export function ignoreToasts(event: { readonly target: EventTarget | null; preventDefault: () => void }): void {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]') !== null) event.preventDefault()
}

const firstField = '[autofocus], [data-autofocus], input:not([readonly], [type=hidden]), select, textarea'
