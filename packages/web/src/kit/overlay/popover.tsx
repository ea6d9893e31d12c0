import { cx } from 'class-variance-authority'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'

interface Props {
  /** The button it belongs to, which opens and closes it. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly className?: string
  readonly children: ReactNode
}

/**
 * What floats above the page, next to its button, for as long as it is mounted. The browser closes it on Esc and on a press outside;
 * base.css places it.
 */
export function Popover({ anchor, onClose, className, children }: Props) {
  const box = useRef<HTMLDivElement>(null)
  // Before the effects of what stands in it, which may take the focus.
  useLayoutEffect(() => {
    const button = anchor.current
    if (button === null) return undefined
    button.style.setProperty('anchor-name', '--popover')
    box.current?.showPopover({ source: button })
    return () => void button.style.removeProperty('anchor-name')
  }, [anchor])
  return (
    <div
      ref={box}
      popover="auto"
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      className={cx('popover animate-pop rounded-control bg-raised text-text shadow-float', className)}
    >
      {children}
    </div>
  )
}
