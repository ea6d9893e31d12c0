import { cx } from 'class-variance-authority'
import { useId, useMemo, useState } from 'react'
import { lazyPart } from '../../../kit/lazy-part.tsx'
import { EarlyText } from './early-text.tsx'
import { Toolbar } from './toolbar.tsx'
import { useEarlyPresses } from './use-early-presses.ts'

// The editor's library is larger than the rest of the screen.
const Editor = lazyPart(async () => (await import('./editor.tsx')).Editor)

interface Props {
  readonly label: string
  /** HTML; '' for a text that shows nothing. */
  readonly value: string
  readonly onChange: (html: string) => void
  readonly error?: string
  /** Three lines high instead of eight. */
  readonly compact?: boolean
}

/** A rich-text field. Its toolbar and its text are there at once; what is pressed and typed before the editor is loaded happens as soon as it is. */
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
