import { lazy, Suspense, useId } from 'react'
import { useTurn } from '../../../kit/use-turn.ts'
import { EditorSkeleton } from './editor-skeleton.tsx'

const load = async () => ({ default: (await import('./editor.tsx')).Editor })
const Editor = lazy(load)

/** To be fetched before its turn. Only a hint: if the file cannot be had now, its first rendering asks for it again. */
export const editorCode = { prefetch: () => void load().catch(() => undefined) }

interface Props {
  readonly label: string
  /** HTML; '' for a text that shows nothing. */
  readonly value: string
  readonly onChange: (html: string) => void
  readonly error?: string
  /** Three lines high instead of eight. */
  readonly compact?: boolean
}

/** A rich-text field. The editor is a chunk of its own, and long to make: its room is kept, with the words in it, until it is there. */
export function RichText({ label, value, onChange, error, compact = false }: Props) {
  const id = useId()
  const height = compact ? 'min-h-20' : 'min-h-40'
  const skeleton = <EditorSkeleton height={height} html={value} />
  const isTurn = useTurn()
  return (
    <div>
      <p id={`${id}-label`} className="mb-1.5 font-medium">
        {label}
      </p>
      {isTurn ? (
        <Suspense fallback={skeleton}>
          <Editor
            label={label}
            value={value}
            onChange={onChange}
            height={height}
            isInvalid={error !== undefined}
            describedBy={error === undefined ? undefined : `${id}-error`}
          />
        </Suspense>
      ) : (
        skeleton
      )}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-caption text-red">
          {error}
        </p>
      )}
    </div>
  )
}
