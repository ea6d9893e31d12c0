import { type ReactNode, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { StaleError } from '../../api/stale.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { Edits } from './draft-store.ts'
import { changedFields, showEdits } from './form-check.ts'

interface Options<Row, Values extends FieldValues> {
  /** Its noun: 'coupon'. */
  readonly what: string
  readonly row: Row
  readonly toValues: (row: Row) => Values
  /** How a person calls the fields. */
  readonly names: Readonly<Record<keyof Values, string>>
  /** Saves the values over the state they were made from, whose version goes along; rejects with a StaleError that holds such a row. */
  readonly send: (values: Values, base: Row) => Promise<unknown>
}

type Choice = 'apply' | 'reload' | 'keep'

interface Question {
  readonly changed: readonly string[]
  readonly both: readonly string[]
  readonly answer: (choice: Choice) => void
}

/**
 * Editing, in a FormDialog, what somebody else may be editing too: a stale save asks whether to put the edits on top
 * of theirs, to see theirs, or to go on (docs/reference/calls.md, Two people editing).
 */
export function useEdit<Row extends { readonly version?: number }, Values extends FieldValues>(options: Options<Row, Values>) {
  const { toValues, names } = options
  const [base, setBase] = useState({ row: options.row, values: toValues(options.row) })
  const [question, setQuestion] = useState<Question | null>(null)
  const labelsOf = (fields: readonly (keyof Values)[]) => fields.map((field) => names[field])

  const ask = (theirs: Values, from: Values, mine: Values) => {
    const changed = changedFields(from, theirs)
    const both = changedFields(from, mine).filter((field) => changed.includes(field))
    return new Promise<Choice>((resolve) => {
      const answer = (choice: Choice) => {
        setQuestion(null)
        resolve(choice)
      }
      setQuestion({ changed: labelsOf(changed), both: labelsOf(both), answer })
    })
  }

  const submit = async (values: Values, form: UseFormReturn<Values>): Promise<unknown> => {
    let [from, mine] = [base, values]
    for (;;) {
      try {
        return await options.send(mine, from.row)
      } catch (error) {
        if (!(error instanceof StaleError)) throw error
        const row = error.stored as Row
        const theirs = toValues(row)
        const choice = await ask(theirs, from.values, mine)
        if (choice === 'keep') return false
        const edited = choice === 'apply' ? changedFields(from.values, mine) : []
        const edits = Object.fromEntries(edited.map((field) => [field, mine[field]])) as Partial<Values>
        showEdits(form, theirs, edits)
        mine = { ...theirs, ...edits }
        from = { row, values: theirs }
        setBase(from)
        if (choice === 'reload') return false
      }
    }
  }

  /** The edits of a draft are shown: they are edits of the state that it was made of. */
  const rebase = ({ base: before, version }: Edits) =>
    setBase(({ row, values }) => ({ row: { ...row, version }, values: { ...values, ...before } }))

  const conflict: ReactNode = question && (
    <ConflictDialog
      what={options.what}
      changed={question.changed}
      both={question.both}
      onApply={() => question.answer('apply')}
      onReload={() => question.answer('reload')}
      onClose={() => question.answer('keep')}
    />
  )
  /** `base`: the state that the form's edits are edits of. */
  return { base: base.row, submit, conflict, rebase }
}
