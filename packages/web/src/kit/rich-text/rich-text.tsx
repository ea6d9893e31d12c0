import { cx } from 'class-variance-authority'
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from 'react'
import { lazyPart } from '../feedback/lazy-part.tsx'
import { EarlyText } from './early-text.tsx'
import type { EditorHandle } from './text-editor.tsx'
import { Toolbar } from './toolbar.tsx'

// Loaded late: the editor's library is larger than the rest of the screen.
const Editor = lazyPart(async () => (await import('./text-editor.tsx')).Editor)

interface Props {
  readonly label: string
  /** HTML; '' for a blank text. */
  readonly value: string
  readonly onChange: (html: string) => void
  readonly error?: string
  /** Three lines high instead of eight. */
  readonly compact?: boolean
}

/** A rich-text field. Toolbar and text show at once; presses and typing before the editor is loaded are replayed when it is. */
export function RichText({ label, value, onChange, error, compact = false }: Props) {
  const id = useId()
  const [on, setOn] = useState('')
  const early = useEarlyPresses()
  const height = compact ? 'min-h-20' : 'min-h-40'
  const isInvalid = error !== undefined
  const names = early.isReady ? on : early.pressed
  return (
    <div>
      <p id={`${id}-label`} className="mb-1.5 font-medium">
        {label}
      </p>
      <div
        className={cx(
          'overflow-clip rounded-control border bg-surface focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent',
          isInvalid ? 'border-red' : 'border-edge',
        )}
      >
        <Toolbar label={label} on={useMemo(() => new Set(names.split(',')), [names])} onPress={early.press} />
        {!early.isReady && (
          <div className="relative">
            <span role="status" className="absolute right-2 bottom-1 animate-delayed bg-surface px-1 text-caption text-muted">
              Loading the editor...
            </span>
            <EarlyText {...early.text} label={label} height={height} html={value} />
          </div>
        )}
        <Editor
          label={label}
          value={value}
          onChange={onChange}
          height={height}
          isInvalid={isInvalid}
          describedBy={isInvalid ? `${id}-error` : undefined}
          onReady={early.ready}
          onTools={setOn}
        />
      </div>
      {isInvalid && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-caption text-red">
          {error}
        </p>
      )}
    </div>
  )
}

/** An input that comes before the editor is loaded. */
type Step =
  | {
      readonly tool: string
      /** The focused element at that time: if the focus has moved since, the press is dropped, because it would move the focus back. */
      readonly focused: Element | null
    }
  | { readonly text: string }

/** Queues presses and typing until the editor is loaded, then replays them. */
function useEarlyPresses() {
  const editor = useRef<EditorHandle | null>(null)
  const text = useRef<HTMLDivElement>(null)
  const point = useRef<{ left: number; top: number } | null>(null)
  const [isReady, setReady] = useState(false)
  const [waiting, setWaiting] = useState<readonly Step[]>([])

  const press = (tool: string) => {
    if (editor.current !== null) return editor.current.press(tool)
    const early = { tool, focused: document.activeElement }
    // A second press cancels the first.
    setWaiting((before) =>
      before.some((other) => 'tool' in other && other.tool === tool)
        ? before.filter((other) => !('tool' in other && other.tool === tool))
        : [...before, early],
    )
  }
  const type = (event: KeyboardEvent) => {
    const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
    const typed = event.key === 'Enter' ? '\n' : event.key
    if (isCommand || (typed !== 'Backspace' && typed.length !== 1)) return
    // Space would scroll the page.
    event.preventDefault()
    setWaiting((before) => (typed === 'Backspace' ? withoutLastLetter(before) : [...before, { text: typed }]))
  }
  const ready = (handle: EditorHandle) => {
    editor.current = handle
    setReady(true)
    const focused = document.activeElement
    const isHere = text.current !== null && focused === text.current
    if (isHere || waiting.some((step) => 'text' in step)) handle.place(point.current, isHere)
    for (const step of waiting) {
      if ('text' in step) handle.type(step.text)
      else if (step.focused === focused) handle.press(step.tool)
    }
    setWaiting([])
  }
  return {
    isReady,
    /** The names of the queued tools, joined: they show as pressed. */
    pressed: waiting.map((step) => ('tool' in step ? step.tool : '')).join(),
    press,
    ready,
    /** Props of the text that is shown until the editor is loaded. */
    text: {
      ref: text,
      onPointerDown: ({ clientX: left, clientY: top }: PointerEvent) => void (point.current = { left, top }),
      onKeyDown: type,
    },
  }
}

function withoutLastLetter(steps: readonly Step[]): readonly Step[] {
  const last = steps.findLastIndex((step) => 'text' in step)
  return steps.filter((_, index) => index !== last)
}
