import { cva, type VariantProps } from 'class-variance-authority'
import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { useReturnFocus } from './use-return-focus.ts'

const look = cva('relative my-auto flex w-full animate-pop flex-col rounded-card bg-raised shadow-float outline-none', {
  variants: { size: { sm: 'max-w-md', md: 'max-w-lg', lg: 'max-w-3xl' } },
  defaultVariants: { size: 'md' },
})

interface Props extends VariantProps<typeof look> {
  readonly title: string
  readonly description?: ReactNode
  /** Esc, the cross and a press outside. */
  readonly onClose: () => void
  readonly footer?: ReactNode
  readonly role?: 'dialog' | 'alertdialog'
  readonly children?: ReactNode
}

/** A dialog that is open for as long as it is mounted. Focus returns to what opened it. */
export function Modal({ title, description, onClose, footer, size, role = 'dialog', children }: Props) {
  const content = useRef<HTMLDivElement>(null)
  const returnFocus = useReturnFocus()
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 flex animate-appear overflow-y-auto bg-veil p-4 md:p-8">
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
            className={`m-auto ${look({ size })}`}
          >
            <header className="flex items-start gap-4 px-5 pt-4 pb-1">
              <div className="min-w-0 flex-1 py-1">
                <Dialog.Title className="text-base font-semibold">{title}</Dialog.Title>
                {description !== undefined && <Dialog.Description className="mt-1 text-muted">{description}</Dialog.Description>}
              </div>
              <Dialog.Close
                aria-label="Close"
                className="-mr-2 flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text max-md:size-11"
              >
                <X aria-hidden className="size-4" />
              </Dialog.Close>
            </header>
            {children !== undefined && <div className="px-5 py-3">{children}</div>}
            {footer !== undefined && <footer className="flex flex-wrap justify-end gap-2 px-5 pt-2 pb-5">{footer}</footer>}
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** A toast lies outside the dialog, but pressing it is no wish to close. */
export function ignoreToasts(event: { readonly target: EventTarget | null; preventDefault: () => void }): void {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]') !== null) event.preventDefault()
}

/** The hidden inputs that stand beside switches and checkboxes for plain forms are none. */
const firstField = '[autofocus], [data-autofocus], [role=switch], input:not([readonly], [aria-hidden=true]), textarea'
