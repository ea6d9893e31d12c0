import { useRef, useState, type PointerEvent } from 'react'
import type { EditorHandle } from './editor.tsx'

interface Press {
  readonly tool: string
  /** What had the focus then: who has moved on meanwhile is not called back. */
  readonly focused: Element | null
}

/** Keeps what a person presses before the editor is loaded, and does it once it is there. */
export function useEarlyPresses() {
  const editor = useRef<EditorHandle | null>(null)
  const text = useRef<HTMLDivElement>(null)
  const point = useRef<{ left: number; top: number } | null>(null)
  const [isReady, setReady] = useState(false)
  const [waiting, setWaiting] = useState<readonly Press[]>([])

  const press = (tool: string) => {
    if (editor.current !== null) return editor.current.press(tool)
    const early = { tool, focused: document.activeElement }
    // A second press takes the first one back.
    setWaiting((before) =>
      before.some((other) => other.tool === tool) ? before.filter((other) => other.tool !== tool) : [...before, early],
    )
  }
  const ready = (handle: EditorHandle) => {
    editor.current = handle
    setReady(true)
    const focused = document.activeElement
    if (text.current !== null && focused === text.current) handle.focus(point.current)
    for (const early of waiting) if (early.focused === focused) handle.press(early.tool)
    setWaiting([])
  }
  return {
    isReady,
    /** The names of the tools that wait, joined: they show as pressed. */
    pressed: waiting.map(({ tool }) => tool).join(),
    press,
    ready,
    /** For the text that stands in for the editor. */
    text: {
      ref: text,
      onPointerDown: ({ clientX: left, clientY: top }: PointerEvent) => void (point.current = { left, top }),
    },
  }
}
