import type { FieldValues, UseFormReturn } from 'react-hook-form'

export const isSameValue = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** The fields whose values differ. */
export const changedFields = <Values extends FieldValues>(from: Values, to: Values): (keyof Values & string)[] =>
  Object.keys(from).filter((field) => !isSameValue(from[field], to[field]))

/** Shows stored values in a form, with edits on top. */
export function showEdits<Values extends FieldValues>(form: UseFormReturn<Values>, base: Values, edits: Partial<Values>): void {
  form.reset(base)
  // Not `setValue`: right after a reset it does not update field arrays.
  form.reset({ ...base, ...edits }, { keepDefaultValues: true })
}
