import type { FieldErrors, FieldValues, Path, Resolver, UseFormReturn } from 'react-hook-form'
import type { ApiError } from '../api/error.ts'

/** Messages by field name. */
export type Problems = Partial<Record<string, string>>

/** A check as react-hook-form wants it, which focuses the first wrong field by itself. */
export function resolverFor<Values extends FieldValues>(check: (values: Values) => Problems): Resolver<Values> {
  return (values) => {
    const problems = Object.entries(check(values)).filter(([, message]) => message !== undefined)
    if (problems.length === 0) return { values, errors: {} }
    const errors = Object.fromEntries(problems.map(([name, message]) => [name, { type: 'check', message }]))
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}

/** Marks the fields that the server refused and focuses the first. False when it named none of this form's. */
export function markRefused<Values extends FieldValues>(form: UseFormReturn<Values>, error: ApiError): boolean {
  const known = form.getValues()
  const refused = Object.entries(error.fields).filter(([name]) => name in known)
  for (const [index, [name, message]] of refused.entries()) {
    form.setError(name as Path<Values>, { type: 'refused', message }, { shouldFocus: index === 0 })
  }
  return refused.length > 0
}
