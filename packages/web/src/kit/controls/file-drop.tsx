import { FileUp } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'

interface Props {
  /** The name of the input. */
  readonly label: string
  /** As the attribute of an input. */
  readonly accept: string
  readonly onFile: (file: File) => void
  /** What may be chosen, or what was. */
  readonly children: ReactNode
  /** The first step of a dialog has the focus. */
  readonly isFirst?: boolean
  readonly isChosen?: boolean
}

/** Chooses a file by its button, or takes one that is dropped. */
export function FileDrop({ label, accept, onFile, children, isFirst = false, isChosen = false }: Props) {
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (file: File | undefined) => {
    if (file !== undefined) onFile(file)
    // Otherwise the same file could not be chosen again.
    if (picker.current !== null) picker.current.value = ''
  }
  return (
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files[0])
      }}
      className={`flex flex-col items-center gap-3 rounded-card border border-dashed px-4 py-6 text-center ${isOver ? 'border-accent bg-hover' : 'border-edge'}`}
    >
      <Button
        autoFocus={isFirst}
        data-autofocus={isFirst || undefined}
        variant={isChosen ? 'secondary' : 'primary'}
        icon={<FileUp aria-hidden />}
        onClick={() => picker.current?.click()}
      >
        Choose a file
      </Button>
      <p className="text-table wrap-anywhere text-muted">{children}</p>
      <input
        ref={picker}
        type="file"
        accept={accept}
        aria-label={label}
        className="hidden"
        onChange={(event) => take(event.target.files?.[0])}
      />
    </div>
  )
}
