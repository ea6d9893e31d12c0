import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly description?: ReactNode
  /** Its padding and edge: what it stands on differs. */
  readonly className: string
}

/** What a dialog and a drawer begin with: the title, a line about it, and the cross. */
export function DialogHead({ title, description, className }: Props) {
  return (
    <header className={`flex items-start gap-4 px-5 ${className}`}>
      <div className="min-w-0 flex-1 py-1">
        <Dialog.Title className="text-base font-semibold">{title}</Dialog.Title>
        {description !== undefined && <Dialog.Description className="mt-1 text-muted">{description}</Dialog.Description>}
      </div>
      <Dialog.Close
        aria-label="Close"
        className="-mr-2 flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text touch:size-11"
      >
        <X aria-hidden className="size-4" />
      </Dialog.Close>
    </header>
  )
}
