import { useState, type ReactNode } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { StaleError } from '../api/stale.ts'
import { ConflictDialog } from './conflict-dialog.tsx'

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
 * of theirs, to see theirs, or to go on (design section 2, "Writes by two people").
 */
export function useEdit<Row, Values extends FieldValues>(options: Options<Row, Values>) {
  const { toValues, names } = options
  const [base, setBase] = useState(options.row)
  const [question, setQuestion] = useState<Question | null>(null)
  const labelsOf = (fields: readonly (keyof Values)[]) => fields.map((field) => names[field])

  const ask = (theirs: Row, from: Row, mine: Values) => {
    const changed = changedFields(toValues(from), toValues(theirs))
    const both = changedFields(toValues(from), mine).filter((field) => changed.includes(field))
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
        return await options.send(mine, from)
      } catch (error) {
        if (!(error instanceof StaleError)) throw error
        const theirs = error.stored as Row
        const choice = await ask(theirs, from, mine)
        if (choice === 'keep') return false
        const edits = choice === 'apply' ? changedFields(toValues(from), mine) : []
        mine = show(form, toValues(theirs), mine, edits)
        from = theirs
        setBase(theirs)
        if (choice === 'reload') return false
      }
    }
  }

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
  return { base, submit, conflict }
}

/** Puts their values into the form, and of mine those that are edits. */
function show<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  theirs: Values,
  mine: Values,
  edits: readonly (keyof Values)[],
): Values {
  form.reset(theirs)
  for (const field of edits) {
    form.setValue(field as Path<Values>, mine[field], { shouldDirty: true })
  }
  return { ...theirs, ...Object.fromEntries(edits.map((field) => [field, mine[field]])) }
}

const changedFields = <Values extends FieldValues>(from: Values, to: Values): (keyof Values)[] =>
  Object.keys(from).filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]))
