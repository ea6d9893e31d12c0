import { cx } from 'class-variance-authority'
import { Command } from 'cmdk'
import { Check, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Popover } from '../overlay/popover.tsx'
import { useOpenList } from './combobox.tsx'

export interface Choice {
  readonly value: string
  readonly label: string
  /** After the label, such as where it is. */
  readonly detail?: string
  /** `none` chooses nothing, `new` takes what was typed. */
  readonly is?: 'none' | 'new'
}

interface Props {
  /** The plural, for screen readers: 'Games'. */
  readonly label: string
  readonly placeholder: string
  readonly maxLength?: number
  /** The value that is chosen. */
  readonly value: string
  readonly choicesFor: (typed: string) => readonly Choice[]
  /** The list closes, unless this is, or resolves to, false. */
  readonly onChoose: (choice: Choice) => void | boolean | Promise<boolean>
  /** Above the choices: why some are missing. */
  readonly notice?: ReactNode
  readonly isPending?: boolean
}

/** The open list of a combobox: the focus stays in the search, and the arrow keys move through the choices. Load it late. */
export function ChoiceList({ label, placeholder, maxLength, value, choicesFor, onChoose, notice, isPending }: Props) {
  const { id, anchor, onClose } = useOpenList()
  const [typed, setTyped] = useState('')
  const choices = choicesFor(typed)
  const choose = async (choice: Choice) => {
    if ((await onChoose(choice)) !== false) onClose()
  }
  return (
    <Popover anchor={anchor} onClose={onClose} className="w-(--radix-popover-trigger-width) min-w-60">
      <Command id={id} label={`Search ${label.toLowerCase()}`} shouldFilter={false} vimBindings={false} className="outline-none">
        <Command.Input
          autoFocus
          maxLength={maxLength}
          placeholder={placeholder}
          value={typed}
          onValueChange={setTyped}
          className="control w-full border-b border-border bg-transparent px-3 -outline-offset-2 max-md:text-base"
        />
        {notice}
        <Command.List label={label} className="max-h-64 overflow-y-auto p-1">
          {isPending && <p className="px-2 py-1.5 text-muted">Loading...</p>}
          {choices.map((choice) => (
            <Command.Item
              key={`${choice.is ?? ''}:${choice.value}`}
              value={`${choice.is ?? ''}:${choice.value}`}
              aria-checked={choice.value === value}
              onSelect={() => void choose(choice)}
              className={cx(
                'flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 text-sm aria-selected:bg-hover touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0',
                choice.is === 'none' && 'text-muted',
              )}
            >
              {choice.is === 'new' ? (
                <Plus aria-hidden className="text-accent" />
              ) : (
                <Check aria-hidden className={choice.value === value ? 'text-accent' : 'invisible'} />
              )}
              <span className="min-w-0 truncate">{choice.label}</span>
              {choice.detail !== undefined && <span className="ml-auto shrink-0 text-caption text-muted">{choice.detail}</span>}
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    </Popover>
  )
}
