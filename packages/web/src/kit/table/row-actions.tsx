import { Ellipsis } from 'lucide-react'
import { type ReactNode, use, useRef } from 'react'
import { Button, IconButton } from '../controls/button.tsx'
import { lazyPart } from '../feedback/lazy-part.tsx'
import { Menu } from '../overlay/menu.tsx'
import { RowName } from './column.ts'

export interface RowAction {
  readonly label: string
  /** A button without an icon shows its label. */
  readonly icon?: ReactNode
  readonly isDanger?: boolean
  readonly busy?: boolean
  readonly onSelect: () => void
}

const RowMenu = lazyPart(async () => (await import('./row-menu.tsx')).RowMenu)

/**
 * The actions of a row. One is always in sight. A pointer over the row, or the focus in it, shows the others in their kept space; where
 * nothing hovers, and on cards (which have two in sight), the others are behind '…'. styles/row-actions.css decides by the device. The
 * name of the row describes each button for screen readers.
 */
export function RowActions({ actions }: { readonly actions: readonly (RowAction | undefined)[] }) {
  const box = useRef<HTMLDivElement>(null)
  const rowName = use(RowName)
  const given = actions.filter((action) => action !== undefined)
  return (
    <div ref={box} className="row-actions" data-more={given.length > 1}>
      {given.map((action, index) => (
        // By its place: a switch such as Deactivate and Activate stays one button, which keeps the focus.
        <ActionButton key={index} action={action} isFirst={index === 0} />
      ))}
      {given.length > 1 && (
        <Menu
          label="More actions"
          aria-describedby={rowName}
          button={<Ellipsis aria-hidden className="size-4" />}
          className="row-menu control-square flex shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text"
        >
          <RowMenu actions={given} box={box} />
        </Menu>
      )}
    </div>
  )
}

function ActionButton({ action, isFirst }: { readonly action: RowAction; readonly isFirst: boolean }) {
  const { label, icon, isDanger = false, busy = false, onSelect } = action
  const rowName = use(RowName)
  if (icon === undefined)
    return (
      <Button size="sm" variant={isFirst ? 'secondary' : 'ghost'} aria-describedby={rowName} disabled={busy} onClick={onSelect}>
        {label}
      </Button>
    )
  return (
    <IconButton
      label={label}
      aria-describedby={rowName}
      icon={icon}
      variant={isDanger ? 'danger' : 'ghost'}
      busy={busy}
      onClick={onSelect}
    />
  )
}
