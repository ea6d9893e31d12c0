import { Slot } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { useFarTrigger, type FarLink } from './far-trigger.tsx'

const closed = { 'aria-haspopup': 'menu', 'aria-expanded': false, 'data-state': 'closed' }

interface Props {
  /** The menu, of a file of its own: rendered, and so fetched, with the first touch. */
  readonly renderMenu: (link: FarLink) => ReactNode
  /** The button that opens it; its name is the menu's. */
  readonly children: ReactElement
}

/** A button that opens a menu whose code comes later. */
export function DropdownMenuTrigger({ renderMenu, children }: Props) {
  const { near, link, isWanted } = useFarTrigger({
    opens: ['onPointerMove', 'onFocus', 'onPointerDown', 'onKeyDown'],
    spoils: [],
    attributes: closed,
  })
  return (
    <>
      <Slot.Root {...near}>{children}</Slot.Root>
      {isWanted && renderMenu(link)}
    </>
  )
}
