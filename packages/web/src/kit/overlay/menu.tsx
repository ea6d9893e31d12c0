import { cx } from 'class-variance-authority'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Popover } from './popover.tsx'

interface Props extends Pick<ComponentProps<'button'>, 'className'> {
  /** What the button shows; it names the menu. */
  readonly button: ReactNode
  readonly children: ReactNode
}

/** A button that opens a menu. Arrow keys, Home and End move through the entries; choosing one closes the menu. */
export function Menu({ button, className, children }: Props) {
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  /** A press on the button closes an open menu before the click arrives. */
  const wasOpen = useRef(false)
  const close = () => {
    setOpen(false)
    trigger.current?.focus()
  }
  return (
    <>
      <button
        ref={trigger}
        id={id}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerDown={() => (wasOpen.current = isOpen)}
        onKeyDown={({ key }) => {
          wasOpen.current = isOpen
          if (key === 'ArrowDown' || key === 'ArrowUp') setOpen(true)
        }}
        onClick={() => setOpen(!wasOpen.current)}
        className={className}
      >
        {button}
      </button>
      {isOpen && (
        <Popover anchor={trigger} onClose={() => setOpen(false)} className="min-w-48 p-1">
          <Entries labelledBy={id} onChosen={close}>
            {children}
          </Entries>
        </Popover>
      )}
    </>
  )
}

interface EntriesProps {
  readonly labelledBy: string
  readonly onChosen: () => void
  readonly children: ReactNode
}

function Entries({ labelledBy, onChosen, children }: EntriesProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => entriesOf(list.current)[0]?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    const all = entriesOf(list.current)
    const at = all.findIndex((entry) => entry === document.activeElement)
    const next = { ArrowDown: (at + 1) % all.length, ArrowUp: (at - 1 + all.length) % all.length, Home: 0, End: all.length - 1 }[event.key]
    if (event.key === 'Tab' || event.key === 'Escape') onChosen()
    if (next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  }
  return (
    <div
      ref={list}
      role="menu"
      tabIndex={-1}
      aria-labelledby={labelledBy}
      onKeyDown={onKeyDown}
      onClick={({ target }) => target instanceof Element && target.closest('[role=menuitem]') !== null && onChosen()}
    >
      {children}
    </div>
  )
}

const entriesOf = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)') ?? [])]

interface ItemProps {
  readonly icon?: ReactNode
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly onSelect: () => void
  readonly children: ReactNode
}

export const MenuItem = ({ icon, danger = false, disabled, onSelect, children }: ItemProps) => (
  <button
    type="button"
    role="menuitem"
    tabIndex={-1}
    disabled={disabled}
    onClick={onSelect}
    className={cx(
      'flex min-h-8 w-full items-center gap-2.5 rounded-md px-2 text-left text-sm outline-none hover:bg-hover focus:bg-hover disabled:cursor-not-allowed disabled:opacity-50 touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0',
      danger ? 'text-red' : '[&_svg]:text-muted',
    )}
  >
    {icon}
    {children}
  </button>
)

export const MenuSeparator = () => <hr className="-mx-1 my-1 border-border" />
