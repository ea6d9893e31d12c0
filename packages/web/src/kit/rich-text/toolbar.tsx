import { richText } from '@keydesk/contract'
import {
  AlignCenter,
  AlignJustify,
  AlignLeft,
  AlignRight,
  Bold,
  Heading2,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
} from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { capital } from '../text/format.ts'

interface Props {
  readonly label: string
  /** The names of the active tools. */
  readonly on: ReadonlySet<string>
  readonly onPress: (name: string) => void
}

const steps: Readonly<Record<string, (at: number) => number>> = {
  ArrowRight: (at) => (at + 1) % tools.length,
  ArrowLeft: (at) => (at - 1 + tools.length) % tools.length,
  Home: () => 0,
  End: () => tools.length - 1,
}

/** One Tab stop; the arrow keys move inside (roving focus). It does not import the editor, so it shows before the editor is loaded. */
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
      aria-label={`${capital(label)} formatting`}
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
                // A picture cannot be a link.
                isOff={tool.name === 'Link' && on.has('Image')}
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
  readonly isOff: boolean
  /** It is the Tab stop of the toolbar. */
  readonly isStop: boolean
  readonly onFocus: () => void
  readonly onPress: () => void
}

const ToolButton = ({ tool: { name, icon: Icon, asks }, isOn, isOff, isStop, onFocus, onPress }: ButtonProps) => (
  <button
    type="button"
    aria-label={name}
    data-tooltip={isOff ? 'A picture cannot be a link' : name}
    aria-pressed={asks ? undefined : isOn}
    aria-disabled={isOff || undefined}
    tabIndex={isStop ? 0 : -1}
    // A press must not move the selection out of the text.
    onMouseDown={(event) => event.preventDefault()}
    onFocus={onFocus}
    onClick={isOff ? undefined : onPress}
    className={`flex size-8 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-text aria-pressed:bg-pressed aria-pressed:text-text touch:size-11 ${isOff ? 'opacity-50' : ''}`}
  >
    <Icon aria-hidden className="size-4" />
  </button>
)

interface Tool {
  readonly name: string
  readonly icon: LucideIcon
  /** It opens a dialog, so it is never active. */
  readonly asks?: boolean
}

const alignIcons = { left: AlignLeft, center: AlignCenter, right: AlignRight, justify: AlignJustify }

export const alignmentOf = (name: string) => richText.alignments.find((alignment) => nameOf(alignment) === name)
const nameOf = (alignment: keyof typeof alignIcons): string => (alignment === 'justify' ? 'Justify' : `Align ${alignment}`)

/** The tools by group, without the editor. Their commands are in extensions.ts. */
const toolGroups: readonly (readonly Tool[])[] = [
  [
    { name: 'Bold', icon: Bold },
    { name: 'Italic', icon: Italic },
  ],
  [
    { name: 'Heading', icon: Heading2 },
    { name: 'Bullet list', icon: List },
    { name: 'Ordered list', icon: ListOrdered },
    { name: 'Quote', icon: Quote },
  ],
  richText.alignments.map((alignment) => ({ name: nameOf(alignment), icon: alignIcons[alignment] })),
  [
    { name: 'Link', icon: Link2 },
    { name: 'Image', icon: ImagePlus, asks: true },
  ],
]

export const tools = toolGroups.flat()
