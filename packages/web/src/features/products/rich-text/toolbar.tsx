import { useState, type KeyboardEvent } from 'react'
import { toolGroups, tools, type Tool } from './tools.ts'

interface Props {
  readonly label: string
  /** The names of the tools that are on. */
  readonly on: ReadonlySet<string>
  readonly onPress: (name: string) => void
}

const title = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const steps: Readonly<Record<string, (at: number) => number>> = {
  ArrowRight: (at) => (at + 1) % tools.length,
  ArrowLeft: (at) => (at - 1 + tools.length) % tools.length,
  Home: () => 0,
  End: () => tools.length - 1,
}

/** One stop for Tab; the arrow keys move inside (roving focus). Needs nothing of the editor, and so is there before it. */
export function Toolbar({ label, on, onPress }: Props) {
  const [stop, setStop] = useState(0)
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    event.currentTarget.querySelectorAll('button')[step(stop)]?.focus()
  }
  return (
    <div
      role="toolbar"
      tabIndex={-1}
      aria-label={`${title(label)} formatting`}
      onKeyDown={move}
      className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-border bg-bg p-1 outline-none"
    >
      {toolGroups.map((group) => (
        <div key={group[0]!.name} className="flex gap-0.5">
          {group.map((tool) => {
            const place = tools.indexOf(tool)
            return (
              <ToolButton
                key={tool.name}
                tool={tool}
                isOn={on.has(tool.name)}
                isStop={place === stop}
                onFocus={() => setStop(place)}
                onPress={() => onPress(tool.name)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

interface ButtonProps {
  readonly tool: Tool
  readonly isOn: boolean
  /** Tab stops at it. */
  readonly isStop: boolean
  readonly onFocus: () => void
  readonly onPress: () => void
}

const ToolButton = ({ tool: { name, icon: Icon, asks }, isOn, isStop, onFocus, onPress }: ButtonProps) => (
  <button
    type="button"
    aria-label={name}
    data-tooltip={name}
    aria-pressed={asks ? undefined : isOn}
    tabIndex={isStop ? 0 : -1}
    // A press must not take the selection out of the text.
    onMouseDown={(event) => event.preventDefault()}
    onFocus={onFocus}
    onClick={onPress}
    className="flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text aria-pressed:bg-pressed aria-pressed:text-text touch:size-11"
  >
    <Icon aria-hidden className="size-4" />
  </button>
)
