import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react'
import { lazyDialog, usePreload } from '../feedback/lazy-part.tsx'

const MenuEntries = lazyDialog('Menu', async () => (await import('./menu-entries.tsx')).MenuEntries)

interface Props extends Pick<ComponentProps<'button'>, 'className' | 'aria-describedby'> {
  /** The content of the button; it labels the menu if there is no `label`. */
  readonly button: ReactNode
  readonly label?: string
  readonly children: ReactNode
}

/** A button that opens a menu of `MenuItem`s. */
export function Menu({ button, label, children, ...rest }: Props) {
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  usePreload(MenuEntries)
  return (
    <>
      <button
        {...rest}
        ref={trigger}
        id={id}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(true)
        }}
        onClick={() => setOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen && (
        <MenuEntries labelledBy={id} anchor={trigger} onClose={() => setOpen(false)}>
          {children}
        </MenuEntries>
      )}
    </>
  )
}
