import { noGame } from '@keydesk/contract'
import { cx } from 'class-variance-authority'
import { ChevronDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { controlClass } from '../../../kit/controls/input.tsx'
import { lazyPart } from '../../../kit/feedback/lazy-part.tsx'
import type { ControlProps } from '../../../kit/form/field.tsx'
import { Popover } from '../../../kit/overlay/popover.tsx'

const GameList = lazyPart(async () => (await import('./game-list.tsx')).GameList, <p className="p-3 text-muted">Loading...</p>)

interface Props {
  readonly control: ControlProps
  /** A game's name, or `select_game`. */
  readonly value: string
  readonly onChange: (name: string) => void
}

/** Which game a cheat is for: a list to search, and to add to. */
export function GamePicker({ control, value, onChange }: Props) {
  const listId = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  /** A press on the button closes an open list before the click arrives. */
  const wasOpen = useRef(false)
  const choose = (name: string) => {
    onChange(name)
    setOpen(false)
    trigger.current?.focus()
  }
  return (
    <>
      <button
        {...control}
        ref={trigger}
        type="button"
        aria-required={undefined}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={listId}
        onPointerDown={() => (wasOpen.current = isOpen)}
        onKeyDown={() => (wasOpen.current = isOpen)}
        onClick={() => setOpen(!wasOpen.current)}
        className={cx(controlClass, 'flex items-center justify-between gap-2 text-left', value === noGame && 'text-muted')}
      >
        <span className="truncate">{value === noGame ? 'Select game' : value}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
      </button>
      {isOpen && (
        <Popover anchor={trigger} onClose={() => setOpen(false)} className="w-[anchor-size(width)] min-w-60">
          <GameList listId={listId} value={value} onChoose={choose} />
        </Popover>
      )}
    </>
  )
}
