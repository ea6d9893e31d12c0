import { noGame } from '@keydesk/contract'
import { cx } from 'class-variance-authority'
import { ChevronDown } from 'lucide-react'
import { Slot } from 'radix-ui'
import { useId, useState } from 'react'
import { useFarTrigger } from '../../../kit/far-trigger.tsx'
import type { ControlProps } from '../../../kit/field.tsx'
import { controlClass } from '../../../kit/input.tsx'
import { later } from '../../../kit/later.tsx'
import type { GamePopoverProps } from './game-popover.tsx'

export const GamePopover = later<GamePopoverProps>(async () => (await import('./game-popover.tsx')).GamePopover)

const press = { opens: ['onClick'], spoils: [], attributes: { 'data-state': 'closed' } } as const

interface Props {
  readonly control: ControlProps
  /** A game's name, or `select_game`. */
  readonly value: string
  readonly onChange: (name: string) => void
}

/** Which game a cheat is for: a list to search, and to add to. */
export function GamePicker({ control, value, onChange }: Props) {
  const listId = useId()
  const { near, link, isWanted } = useFarTrigger(press)
  const [isOpen, setOpen] = useState(false)
  const choose = (name: string) => {
    onChange(name)
    setOpen(false)
  }
  return (
    <>
      <Slot.Root {...near}>
        <button
          type="button"
          {...control}
          aria-required={undefined}
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={isOpen}
          aria-controls={listId}
          className={cx(controlClass, 'flex items-center justify-between gap-2 text-left', value === noGame && 'text-muted')}
        >
          <span className="truncate">{value === noGame ? 'Select game' : value}</span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
        </button>
      </Slot.Root>
      {isWanted && <GamePopover trigger={link} isOpen={isOpen} onOpenChange={setOpen} listId={listId} value={value} onChoose={choose} />}
    </>
  )
}
