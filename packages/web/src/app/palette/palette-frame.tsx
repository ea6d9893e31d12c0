import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { useReturnFocus } from '../../kit/use-return-focus.ts'
import { Veil } from '../../kit/veil.tsx'

/** The box of the palette: over the upper half of the page, and the whole of a phone. */
export function PaletteFrame({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  const returnFocus = useReturnFocus()
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Veil />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-0 z-40 flex flex-col overflow-hidden bg-raised shadow-float outline-none md:inset-x-0 md:top-[12vh] md:bottom-auto md:mx-auto md:max-h-[70vh] md:w-full md:max-w-xl md:animate-pop md:rounded-card"
        >
          <Dialog.Title className="sr-only">Search everything</Dialog.Title>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
