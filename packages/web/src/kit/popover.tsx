import { cx } from 'class-variance-authority'
import { useEffect, useRef, type ReactNode } from 'react'

interface Props {
  /** The button it belongs to, which opens and closes it. */
  readonly anchor: HTMLElement | null
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
  useEffect(() => {
    if (anchor === null) return undefined
    anchor.style.setProperty('anchor-name', '--popover')
    box.current?.showPopover?.({ source: anchor })
    return () => void anchor.style.removeProperty('anchor-name')
  }, [anchor])
  return (
    <div
      ref={box}
      popover="auto"
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Esc closes this alone, not a dialog around it.
        event.stopPropagation()
        onClose()
        anchor?.focus()
      }}
      className={cx('popover animate-pop rounded-control bg-raised text-text shadow-float', className)}
    >
      {children}
    </div>
  )
}
