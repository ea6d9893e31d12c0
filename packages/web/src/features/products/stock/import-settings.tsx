import { Button } from '../../../kit/controls/button.tsx'
import { CheckboxField } from '../../../kit/controls/checkbox.tsx'
import { Select } from '../../../kit/controls/select.tsx'
import { Progress } from '../../../kit/feedback/progress.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { plural } from '../../../kit/text/format.ts'
import { valueAt } from './key-lines.ts'
import { type Delimiter, delimiters } from './key-table.ts'
import type { KeySourceState, ReadSource } from './use-key-source.ts'

interface Props {
  readonly source: ReadSource
  readonly state: KeySourceState
}

/** The guessed layout of the text; every part can be changed. */
export function SourceSettings({ source, state }: Props) {
  const { choice, columns, delimiter, lines, notes } = source
  const first = Array.from({ length: Math.min(3, lines.starts.length) }, (_, index) => valueAt(lines, index))
  return (
    <section aria-label="How it is read" className="space-y-3 rounded-card border border-border p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 font-medium break-words">
          {source.name ?? 'Pasted text'}{' '}
          <span className="font-normal text-muted tabular-nums">
            · {plural(lines.starts.length, 'line')}
            {(lines.lines.at(-1) ?? 0) > lines.starts.length && ', without heading and blank lines'}
          </span>
        </p>
        {/* Takes the focus, because the focused control has gone. */}
        <Button autoFocus size="sm" onClick={state.clear}>
          Choose another
        </Button>
      </div>
      {notes.map((note) => (
        <p key={note} role="status" className="rounded-control bg-yellow-hue/15 px-3 py-2 text-yellow">
          {note}
        </p>
      ))}
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Delimiter">
          {(control) => (
            <Select
              {...control}
              value={delimiter}
              options={delimiters}
              onChange={(next) => state.changeDelimiter(source, next as Delimiter)}
            />
          )}
        </Field>
        <Field label="Column of the keys">
          {(control) => (
            <Select
              {...control}
              value={String(choice.column)}
              disabled={columns.length === 1}
              options={columns.map((label, index) => ({ value: String(index), label }))}
              onChange={(column) => state.change(source, { column: Number(column) })}
            />
          )}
        </Field>
      </div>
      <CheckboxField
        label="The first line names the columns"
        checked={choice.hasHeader}
        onChange={(hasHeader) => state.change(source, { hasHeader })}
      />
      {choice.hasHeader && (
        <p className="text-table text-muted">
          Line 1 is the heading, not a key: <code className="font-mono break-all text-text">{columns[choice.column]}</code>
        </p>
      )}
      {source.percent !== null ? (
        <Progress value={source.percent} label="Reading it again" />
      ) : (
        first.length > 0 && (
          <p className="text-table text-muted">
            First keys:
            {first.map((value, index) => (
              <code key={index} className="block font-mono break-all text-text">
                {value.trim().slice(0, 60) || '(blank)'}
              </code>
            ))}
          </p>
        )
      )}
    </section>
  )
}
