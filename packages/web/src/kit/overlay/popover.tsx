import { cx } from 'class-variance-authority'
import { Popover as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { useStepCloses } from './use-dialog.ts'

interface Props {
  /** The button that opens and closes it. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly className?: string
  readonly children: ReactNode
}

/** A box above the page, next to its button. Open while mounted; Esc and a press outside close it. Load it late: its library has 18 kB. */
export function Popover({ anchor, onClose, className, children }: Props) {
  useStepCloses(onClose)
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          // The content has its own role.
          role="presentation"
          {...floatingBy(anchor)}
          className={cx(floatingClass, 'max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)]', className)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const floatingClass = 'z-50 animate-pop overflow-y-auto rounded-control bg-raised text-text shadow-float outline-none'

/** The shared behaviour of popover and menu at their button. */
export const floatingBy = (anchor: RefObject<HTMLElement | null>) => ({
  align: 'start' as const,
  sideOffset: 6,
  collisionPadding: 8,
  // A press on the button closes it by the button's own handler.
  onInteractOutside: (event: Event) => {
    if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
  },
  onCloseAutoFocus: (event: Event) => {
    event.preventDefault()
    // Another element, such as a dialog opened from here, may have the focus by now.
    if (document.activeElement === document.body) anchor.current?.focus({ preventScroll: true })
  },
})
