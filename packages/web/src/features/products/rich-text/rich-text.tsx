import { lazy, Suspense, useId } from 'react'
import { EditorSkeleton } from './editor-skeleton.tsx'

const Editor = lazy(async () => ({ default: (await import('./editor.tsx')).Editor }))

interface Props {
  readonly label: string
  /** HTML; '' for a text that shows nothing. */
  readonly value: string
  readonly onChange: (html: string) => void
  readonly error?: string
  /** Three lines high instead of eight. */
  readonly compact?: boolean
}

/** A rich-text field. The editor is a chunk of its own; its room is kept until it is there. */
export function RichText({ label, value, onChange, error, compact = false }: Props) {
  const id = useId()
  const height = compact ? 'min-h-20' : 'min-h-40'
  return (
    <div>
      <p id={`${id}-label`} className="mb-1.5 font-medium">
        {label}
      </p>
      <Suspense fallback={<EditorSkeleton height={height} html={value} />}>
        <Editor
          label={label}
          value={value}
          onChange={onChange}
          height={height}
          isInvalid={error !== undefined}
          describedBy={error === undefined ? undefined : `${id}-error`}
        />
      </Suspense>
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-caption text-red">
          {error}
        </p>
      )}
    </div>
  )
}
