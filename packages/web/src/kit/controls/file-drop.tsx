import { FileUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FileButton } from './file-button.tsx'

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
  const [isOver, setOver] = useState(false)
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
        const file = event.dataTransfer.files[0]
        if (file !== undefined) onFile(file)
      }}
      className={`flex flex-col items-center gap-3 rounded-card border border-dashed px-4 py-6 text-center ${isOver ? 'border-accent bg-hover' : 'border-edge'}`}
    >
      <FileButton
        label={label}
        accept={accept}
        onFile={onFile}
        autoFocus={isFirst}
        data-autofocus={isFirst || undefined}
        variant={isChosen ? 'secondary' : 'primary'}
        icon={<FileUp aria-hidden />}
      >
        Choose a file
      </FileButton>
      <p className="text-table wrap-anywhere text-muted">{children}</p>
    </div>
  )
}
