import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { type FieldErrors, type FieldValues, type Path, type Resolver, type UseFormReturn, set } from 'react-hook-form'
import type * as z from 'zod/mini'
import { ApiError } from '../../api/error.ts'

/** Messages by the path of a field: `name`, `faq.2.answer`. */
export type Problems = Partial<Record<string, string>>

/** A check in the format of react-hook-form. */
export function resolverFor<Values extends FieldValues>(check: (values: Values) => Problems): Resolver<Values> {
  return (values) => {
    const problems = Object.entries(check(values)).filter(([, message]) => message !== undefined)
    if (problems.length === 0) return { values, errors: {} }
    const errors: FieldErrors<Values> = {}
    for (const [path, message] of problems) set(errors, path, { type: 'check', message })
    return { values: {}, errors }
  }
}

/** Marks the fields that the server refused and focuses the first. False if it named no field of this form. */
export function markRefused<Values extends FieldValues>(form: UseFormReturn<Values>, error: ApiError): boolean {
  const known = form.getValues()
  const refused = Object.entries(error.fields).filter(([path]) => (path.split('.')[0] ?? '') in known)
  for (const [index, [path, message]] of refused.entries()) {
    form.setError(path as Path<Values>, { type: 'refused', message }, { shouldFocus: index === 0 })
  }
  return refused.length > 0
}

interface SubmitOptions<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>
  /** Rejects with an ApiError if the server refuses. Resolves to `false` if the person cancels. */
  readonly send: (values: Values) => Promise<unknown>
  /** The message of a refusal that names no field; null if a toast shows it. */
  readonly inlineError: (error: ApiError) => string | null
}

/** Submits a form: marks the fields that the server refuses, or keeps a message about the refusal until the next edit. */
export function useFormSubmit<Values extends FieldValues>({ form, send, inlineError }: SubmitOptions<Values>) {
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => setProblem(null) }), [form])
  const sending = useRef(false)
  const check = async (event?: SyntheticEvent): Promise<boolean> => {
    let isSent = false
    await form.handleSubmit(async (values) => {
      setProblem(null)
      try {
        isSent = (await send(values)) !== false
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (!markRefused(form, error)) setProblem(inlineError(error))
      }
    })(event)
    return isSent
  }
  /** Resolves to whether the form was sent and accepted. Ignores a second press before the button is rendered as busy. */
  const submit = async (event?: SyntheticEvent): Promise<boolean> => {
    event?.preventDefault()
    if (sending.current) return false
    sending.current = true
    return check(event).finally(() => (sending.current = false))
  }
  return { submit, problem }
}

/** Call the result after marking fields: scrolls to the first marked field in this part of the page and focuses it. */
export function useFocusProblem(root: string | undefined): () => void {
  const [marks, setMarks] = useState(0)
  useEffect(() => {
    if (marks === 0 || root === undefined) return
    const field = document.querySelector<HTMLElement>(`${root} [aria-invalid=true]`)
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }, [marks, root])
  // A state, so that it happens after the marks are rendered.
  return () => setMarks((before) => before + 1)
}

/** Makes a form check from a schema of the contract: the first message of each field. */
export function checkWith(schema: z.ZodMiniType) {
  return (values: unknown): Problems => {
    const result = schema.safeParse(values)
    if (result.success) return {}
    return Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.'), issue.message]).toReversed())
  }
}

export const isSameValue = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Shows stored values in a form, with edits on top. */
export function showEdits<Values extends FieldValues>(form: UseFormReturn<Values>, base: Values, edits: Partial<Values>): void {
  form.reset(base)
  // A second reset: `setValue` does not update field arrays right after a reset.
  form.reset({ ...base, ...edits }, { keepDefaultValues: true })
}
