import type { FieldValues, UseFormReturn } from 'react-hook-form'

/** The fields whose values differ. */
export const changedFields = <Values extends FieldValues>(from: Values, to: Values): (keyof Values)[] =>
  Object.keys(from).filter((field) => from[field] !== to[field] && JSON.stringify(from[field]) !== JSON.stringify(to[field]))

/** Shows stored values in a form, with edits on top. */
export function showEdits<Values extends FieldValues>(form: UseFormReturn<Values>, base: Values, edits: Partial<Values>): void {
  form.reset(base)
  // Not `setValue`: right after a reset it does not update field arrays.
  form.reset({ ...base, ...edits }, { keepDefaultValues: true })
}
