import { useId } from 'react'
import { lazyPart } from '../../../kit/lazy-part.tsx'
import { EditorSkeleton } from './editor-skeleton.tsx'

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

/** A rich-text field. Until the editor is loaded, its text can be read in its place. */
export function RichText({ label, value, onChange, error, compact = false }: Props) {
  const id = useId()
  const height = compact ? 'min-h-20' : 'min-h-40'
  return (
    <div>
      <p id={`${id}-label`} className="mb-1.5 font-medium">
        {label}
      </p>
      <Editor
        placeholder={<EditorSkeleton height={height} html={value} />}
        label={label}
        value={value}
        onChange={onChange}
        height={height}
        isInvalid={error !== undefined}
        describedBy={error === undefined ? undefined : `${id}-error`}
      />
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-caption text-red">
          {error}
        </p>
      )}
    </div>
  )
}
