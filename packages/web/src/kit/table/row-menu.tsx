import { type RefObject, useState } from 'react'
import { MenuItem } from '../overlay/menu-entries.tsx'
import type { RowAction } from './row-actions.tsx'

interface Props {
  readonly actions: readonly RowAction[]
  /** The element of the buttons, in the order of the actions. */
  readonly box: RefObject<HTMLDivElement | null>
}

/** The entries of a row's menu: the actions whose buttons are hidden. */
export function RowMenu({ actions, box }: Props) {
  const [hidden] = useState(() =>
    actions.filter((_, index) => (box.current?.children[index] as HTMLElement | undefined)?.offsetParent === null),
  )
  return hidden.map(({ label, icon, isDanger, busy, onSelect }) => (
    <MenuItem key={label} icon={icon} isDanger={isDanger} disabled={busy} onSelect={onSelect}>
      {label}
    </MenuItem>
  ))
}
