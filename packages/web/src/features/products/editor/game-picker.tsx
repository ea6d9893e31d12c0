import { noGame } from '@keydesk/contract'
import { cx } from 'class-variance-authority'
import { ChevronDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { controlClass } from '../../../kit/controls/input.tsx'
import { lazyPart } from '../../../kit/feedback/lazy-part.tsx'
import { Loading } from '../../../kit/feedback/loading.tsx'
import type { ControlProps } from '../../../kit/form/field.tsx'

const GameList = lazyPart(async () => (await import('./game-list.tsx')).GameList, <Loading />)

interface Props {
  readonly control: ControlProps
  /** A game's name, or `select_game`. */
  readonly value: string
  readonly onChange: (name: string) => void
}

/** Chooses the game of a cheat from a list to search and extend. */
export function GamePicker({ control, value, onChange }: Props) {
  const popoverId = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
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
        aria-controls={popoverId}
        onPointerEnter={GameList.preload}
        onFocus={GameList.preload}
        onClick={() => setOpen(!isOpen)}
        className={cx(controlClass, 'flex items-center justify-between gap-2 text-left', value === noGame && 'text-muted')}
      >
        <span className="truncate">{value === noGame ? 'Select game' : value}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
      </button>
      {isOpen && <GameList id={popoverId} anchor={trigger} value={value} onChoose={onChange} onClose={() => setOpen(false)} />}
    </>
  )
}
