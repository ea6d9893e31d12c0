import { cva, type VariantProps } from 'class-variance-authority'
import { Dialog } from 'radix-ui'
import { useRef, type ReactNode } from 'react'
import { DialogHead } from './dialog-head.tsx'
import { useReturnFocus } from './use-return-focus.ts'
import { Veil } from './veil.tsx'

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
        <Veil className="flex overflow-y-auto p-4 md:p-8">
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
            <DialogHead title={title} description={description} className="pt-4 pb-1" />
            {children !== undefined && <div className="px-5 py-3">{children}</div>}
            {footer !== undefined && <footer className="flex flex-wrap justify-end gap-2 px-5 pt-2 pb-5">{footer}</footer>}
          </Dialog.Content>
        </Veil>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** A toast lies outside the dialog; pressing it must not close the dialog. */
export function ignoreToasts(event: { readonly target: EventTarget | null; preventDefault: () => void }): void {
  if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]') !== null) event.preventDefault()
}

const firstField = '[autofocus], [data-autofocus], input:not([readonly], [type=hidden]), select, textarea'
