import { cx } from 'class-variance-authority'
import { Popover as Radix } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'

interface Props {
  /** The button it belongs to, which opens and closes it. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly className?: string
  readonly children: ReactNode
}

/** What floats above the page, next to its button. Open while mounted; Esc and a press outside close it. Load it late: it brings 11 kB. */
export const Popover = ({ anchor, onClose, className, children }: Props) => (
  <Radix.Root open onOpenChange={(open) => !open && onClose()}>
    <Radix.Anchor virtualRef={anchor} />
    <Radix.Portal>
      <Radix.Content
        // What is in it has a role of its own.
        role="presentation"
        {...floatingBy(anchor)}
        className={cx(floatingClass, 'max-h-(--radix-popover-content-available-height)', className)}
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)

export const floatingClass = 'z-50 animate-pop overflow-y-auto rounded-control bg-raised text-text shadow-float outline-none'

/** How a popover and a menu behave at their button. */
export const floatingBy = (anchor: RefObject<HTMLElement | null>) => ({
  align: 'start' as const,
  sideOffset: 6,
  collisionPadding: 8,
  // A press on the button closes it by the button's own click.
  onInteractOutside: (event: Event) => {
    if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault()
  },
  onCloseAutoFocus: (event: Event) => {
    event.preventDefault()
    // Unless something else has it by now, such as a dialog that was opened from here.
    if (document.activeElement === document.body) anchor.current?.focus({ preventScroll: true })
  },
})
