import { type ComponentProps, useRef } from 'react'
import { Button } from './button.tsx'

interface Props extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** The name of the input. */
  readonly label: string
  /** As the attribute of an input. */
  readonly accept: string
  readonly onFile: (file: File) => void
}

/** A button that opens the browser's file chooser. */
export function FileButton({ label, accept, onFile, ...button }: Props) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => picker.current?.click()} />
      <input
        ref={picker}
        type="file"
        accept={accept}
        aria-label={label}
        className="hidden"
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Otherwise the same file could not be chosen again.
          target.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </>
  )
}
