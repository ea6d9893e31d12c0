import { Copy, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../kit/button.tsx'
import { plural } from '../../../kit/format.ts'
import { readKeyFile } from './key-file.ts'
import { appendLines } from './key-text.ts'

interface Props {
  readonly read: () => string
  readonly onReplace: (text: string) => void
}

/** Import from a file, and copy all. */
export function KeysActions({ read, onReplace }: Props) {
  const picker = useRef<HTMLInputElement>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const [outcome, setOutcome] = useState('')

  const importFile = async (file: File | undefined) => {
    if (file === undefined) return
    setPercent(0)
    try {
      const lines = await readKeyFile(file, setPercent)
      if (lines.length > 0) onReplace(appendLines(read(), lines))
      setOutcome(lines.length === 0 ? `${file.name} has no keys` : `${plural(lines.length, 'key')} added from ${file.name}, not saved yet`)
    } catch {
      setOutcome(`${file.name} could not be read`)
    }
    setPercent(null)
    // The same file can then be chosen again.
    if (picker.current !== null) picker.current.value = ''
  }
  const copy = async () => {
    const isCopied = await navigator.clipboard.writeText(read()).then(
      () => true,
      () => false,
    )
    setOutcome(isCopied ? 'Copied' : 'The browser did not allow copying')
  }

  return (
    <>
      <p role="status" className="text-table text-muted">
        {outcome}
      </p>
      <input
        ref={picker}
        type="file"
        accept=".txt,.csv,text/plain,text/csv"
        aria-label="Key file"
        className="hidden"
        onChange={(event) => void importFile(event.target.files?.[0])}
      />
      <Button
        size="sm"
        icon={<FileUp aria-hidden />}
        busy={percent !== null && `Importing ${percent}%`}
        onClick={() => picker.current?.click()}
      >
        Import file
      </Button>
      {navigator.clipboard !== undefined && (
        <Button size="sm" icon={<Copy aria-hidden />} onClick={() => void copy()}>
          Copy all
        </Button>
      )}
    </>
  )
}
