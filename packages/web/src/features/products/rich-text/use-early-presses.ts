import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { EditorHandle } from './editor.tsx'

/** Something that a person does before the editor is loaded. */
type Step =
  | {
      readonly tool: string
      /** What had the focus then: who has moved on meanwhile is not called back. */
      readonly focused: Element | null
    }
  | { readonly text: string }

/** Keeps what a person presses and types before the editor is loaded, and does it once it is there. */
export function useEarlyPresses() {
  const editor = useRef<EditorHandle | null>(null)
  const text = useRef<HTMLDivElement>(null)
  const point = useRef<{ left: number; top: number } | null>(null)
  const [isReady, setReady] = useState(false)
  const [waiting, setWaiting] = useState<readonly Step[]>([])

  const press = (tool: string) => {
    if (editor.current !== null) return editor.current.press(tool)
    const early = { tool, focused: document.activeElement }
    // A second press takes the first one back.
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
    /** The names of the tools that wait, joined: they show as pressed. */
    pressed: waiting.map((step) => ('tool' in step ? step.tool : '')).join(),
    press,
    ready,
    /** For the text that stands in for the editor. */
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
