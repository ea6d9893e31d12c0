import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/** The fields whose values differ. */
export const changedFields = <Values extends FieldValues>(from: Values, to: Values): (keyof Values)[] =>
  Object.keys(from).filter((field) => from[field] !== to[field] && JSON.stringify(from[field]) !== JSON.stringify(to[field]))

/** Shows stored values in a form, with edits on top. */
export function showEdits<Values extends FieldValues>(form: UseFormReturn<Values>, base: Values, edits: Partial<Values>): void {
  form.reset(base)
  for (const [field, value] of Object.entries(edits))
    form.setValue(field as Path<Values>, value as Values[keyof Values], { shouldDirty: true })
}
