import { noGame } from '@keydesk/contract'
import { cx } from 'class-variance-authority'
import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useId, useState } from 'react'
import type { ControlProps } from '../../../kit/field.tsx'
import { controlClass } from '../../../kit/input.tsx'
import { GameList } from './game-list.tsx'

interface Props {
  readonly control: ControlProps
  /** A game's name, or `select_game`. */
  readonly value: string
  readonly onChange: (name: string) => void
}

/** Which game a cheat is for: a list to search, and to add to. */
export function GamePicker({ control, value, onChange }: Props) {
  const listId = useId()
  const [isOpen, setOpen] = useState(false)
  const choose = (name: string) => {
    onChange(name)
    setOpen(false)
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
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
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label="Games"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 w-(--radix-popover-trigger-width) min-w-60 animate-pop rounded-control bg-raised shadow-float"
        >
          <GameList listId={listId} value={value} onChoose={choose} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
