import { checkKeyValue, normalizeKey } from '@keydesk/contract'
import { ListPlus, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { ApiError } from '../../../api/error.ts'
import { Button } from '../../../kit/controls/button.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { formatCount, plural } from '../../../kit/text/format.ts'
import { Textarea } from '../../../kit/controls/input.tsx'
import { importedText } from './import-format.ts'
import { type StockChanged, useAddKeys } from './import-data.ts'
import { KeyHints } from './key-hints.tsx'
import { countKeys, isLarge, splitLines } from './key-text.ts'
import { type ReportUnsaved, useReportUnsaved } from '../editor/unsaved.ts'

interface Props {
  readonly variantId: number
  readonly variantName: string
  readonly onUnsaved: ReportUnsaved
  readonly onStored: StockChanged
  /** Opens the import, with the text if it is too long for the box. */
  readonly onImport: (text?: string) => void
}

/** A box to add keys to the stock at once. It removes nothing, and edits of the list below stay. */
export function AddKeys({ variantId, variantName, onUnsaved, onStored, onImport }: Props) {
  const box = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState('')
  const [problem, setProblem] = useState<string>()
  const store = useAddKeys(variantId, onStored)
  const { good, bad } = readBox(text)
  const count = good.length + bad.length
  useReportUnsaved(onUnsaved, {
    id: `add-keys-${variantId}`,
    panel: 'Variants',
    name: `the keys under Add keys of ${variantName}`,
    isUnsaved: count > 0,
  })

  const type = (next: string) => {
    setText(next)
    setProblem(undefined)
    if (next !== '') setOutcome('')
  }
  const add = async () => {
    const sent = text
    const pressed = document.activeElement
    try {
      const stored = good.length === 0 ? undefined : await store.mutateAsync({ name: 'Added by hand', supplier: '', values: good })
      setOutcome(stored === undefined ? '' : importedText(stored.counts))
    } catch (error) {
      if (error instanceof ApiError) return
      throw error
    }
    const stored = new Set(good)
    // Refused lines stay to be corrected, and so does text that was typed meanwhile.
    setText((now) =>
      now === sent
        ? bad.map(({ value }) => value).join('\n')
        : splitLines(now)
            .filter((line) => !stored.has(normalizeKey(line)))
            .join('\n'),
    )
    setProblem(refusedText(bad))
    // The button gets disabled, so the focus moves to the box, unless the person has moved it already.
    if ([pressed, document.body].includes(document.activeElement)) box.current?.focus()
  }

  return (
    <div>
      <Field label="Add keys" error={problem} helper="One key per line. They are added to the stock at once; nothing is removed.">
        {(control) => (
          <Textarea
            {...control}
            ref={box}
            mono
            rows={3}
            spellCheck={false}
            autoComplete="off"
            wrap="off"
            value={text}
            onChange={(event) => type(event.target.value)}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text')
              if (!isLarge(pasted)) return
              event.preventDefault()
              onImport(pasted)
            }}
          />
        )}
      </Field>
      <KeyHints
        count={countKeys(text)}
        advice="For a table, use Import keys."
        onChange={(change) => {
          type(change(text))
          box.current?.focus()
        }}
      />
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto text-table text-muted tabular-nums">
          {outcome}
        </p>
        <Button size="sm" icon={<Upload aria-hidden />} onClick={() => onImport()}>
          Import keys
        </Button>
        <Button
          size="sm"
          icon={<ListPlus aria-hidden />}
          disabled={count === 0}
          busy={store.isPending && 'Adding...'}
          onClick={() => void add()}
        >
          {count === 0 ? 'Add keys' : `Add ${plural(count, 'key')}`}
        </Button>
      </div>
    </div>
  )
}

interface BadLine {
  readonly value: string
  readonly reason: string
}

/** Splits the text into valid and invalid lines. */
function readBox(text: string): { readonly good: string[]; readonly bad: readonly BadLine[] } {
  const good: string[] = []
  const bad: BadLine[] = []
  for (const line of splitLines(text)) {
    const value = normalizeKey(line)
    if (value === '') continue
    const reason = checkKeyValue(value)
    if (reason === undefined) good.push(value)
    else bad.push({ value, reason })
  }
  return { good, bad }
}

/** Numbers the lines as the box shows them now: only the refused ones are left in it. */
function refusedText(bad: readonly BadLine[]): string | undefined {
  if (bad.length === 0) return undefined
  const shown = bad.slice(0, 3).map(({ reason }, index) => `Line ${index + 1}: ${reason}.`)
  const more = bad.length - shown.length
  return [`${plural(bad.length, 'line')} not added.`, ...shown, ...(more > 0 ? [`And ${formatCount(more)} more.`] : [])].join(' ')
}
