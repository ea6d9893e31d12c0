import { cx } from 'class-variance-authority'
import { type PointerEvent, useId, useMemo, useRef, useState } from 'react'
import { lazyPart } from '../feedback/lazy-part.tsx'
import { EarlyText } from './read-text.tsx'
import type { EditorHandle } from './text-editor.tsx'
import { Toolbar } from './toolbar.tsx'

// Loaded late: the editor's library is larger than the rest of the screen.
const Editor = lazyPart(async () => (await import('./text-editor.tsx')).Editor)

/** Fetches the editor's code, so that it is there when the first field shows. */
export const preloadEditor = Editor.preload

interface Props {
  readonly label: string
  /** HTML; '' for a blank text. */
  readonly value: string
  readonly onChange: (html: string) => void
  readonly error?: string
  /** Three lines high instead of eight. */
  readonly compact?: boolean
}

/** A rich-text field. Toolbar and text show at once; a press before the editor is loaded works as soon as it is. */
export function RichText({ label, value, onChange, error, compact = false }: Props) {
  const id = useId()
  const [on, setOn] = useState('')
  const early = useEarlyPress()
  const height = compact ? 'min-h-20' : 'min-h-40'
  const isInvalid = error !== undefined
  const names = early.isReady ? on : early.tool
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
        <div className="relative">
          {!early.isReady && <EarlyText {...early.text} label={label} height={height} html={value} />}
          <Editor
            placeholder={loading}
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
      </div>
      {isInvalid && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-caption text-red">
          {error}
        </p>
      )}
    </div>
  )
}

const loading = (
  <span role="status" className="absolute right-2 bottom-1 animate-delayed bg-surface px-1 text-caption text-muted">
    Loading the editor...
  </span>
)

/** Remembers the last press before the editor is loaded: the place in the text, and the tool. Typing works once the cursor shows. */
function useEarlyPress() {
  const editor = useRef<EditorHandle | null>(null)
  const text = useRef<HTMLDivElement>(null)
  const point = useRef<{ left: number; top: number } | null>(null)
  const [isReady, setReady] = useState(false)
  const [early, setEarly] = useState<{ readonly tool: string; readonly focused: Element | null } | null>(null)

  const press = (tool: string) => {
    if (editor.current !== null) return editor.current.press(tool)
    // A second press cancels the first.
    setEarly((before) => (before?.tool === tool ? null : { tool, focused: document.activeElement }))
  }
  const ready = (handle: EditorHandle) => {
    editor.current = handle
    setReady(true)
    const focused = document.activeElement
    if (text.current !== null && focused === text.current) handle.focus(point.current)
    // If the focus has moved since, the press is dropped, because it would move the focus back.
    if (early !== null && early.focused === focused) handle.press(early.tool)
  }
  return {
    isReady,
    /** The tool that shows as pressed. */
    tool: early?.tool ?? '',
    press,
    ready,
    /** Props of the text that is shown until the editor is loaded. */
    text: { ref: text, onPointerDown: ({ clientX: left, clientY: top }: PointerEvent) => void (point.current = { left, top }) },
  }
}
