import { FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../kit/button.tsx'
import { Field } from '../../../kit/field.tsx'
import { Textarea } from '../../../kit/textarea.tsx'
import { isLarge } from '../keys/key-text.ts'

interface Props {
  readonly onFile: (file: File) => void
  readonly onPaste: (text: string) => void
}

/** How long typing rests before it is read. */
const restMs = 300

/** Where the keys come from: a file that is chosen or dropped, or a text. */
export function SourcePicker({ onFile, onPaste }: Props) {
  const picker = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isOver, setOver] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const take = (file: File | undefined) => {
    if (file !== undefined) onFile(file)
    // The same file can then be chosen again.
    if (picker.current !== null) picker.current.value = ''
  }
  const type = (text: string) => {
    clearTimeout(timer.current)
    if (text.trim() !== '') timer.current = setTimeout(() => onPaste(text), restMs)
  }

  return (
    <>
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
        <Button autoFocus data-autofocus variant="primary" icon={<FileUp aria-hidden />} onClick={() => picker.current?.click()}>
          Choose a file
        </Button>
        <p className="text-table text-muted">CSV, TXT or TSV, up to 250,000 lines. You can also drop it here.</p>
        <input
          ref={picker}
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
          aria-label="Key file"
          className="hidden"
          onChange={(event) => take(event.target.files?.[0])}
        />
      </div>
      <Field label="Or paste them" helper="One key per line, or cells from a spreadsheet.">
        {(control) => (
          <Textarea
            {...control}
            mono
            rows={4}
            spellCheck={false}
            autoComplete="off"
            wrap="off"
            onInput={(event) => type(event.currentTarget.value)}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text')
              if (!isLarge(text)) return
              // 100,000 lines in a textarea freeze the page.
              event.preventDefault()
              onPaste(text)
            }}
          />
        )}
      </Field>
    </>
  )
}
