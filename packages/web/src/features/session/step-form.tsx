import type { ReactNode } from 'react'
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { Button } from '../../kit/button.tsx'
import { DialogFooter } from '../../kit/dialog.tsx'
import { resolverFor, useFormSubmit, type Problems } from '../../kit/form-check.ts'

interface Props<Values extends FieldValues> {
  readonly initial: Values
  readonly check: (values: Values) => Problems
  /** Rejects when it was refused; the fields are then marked. */
  readonly onSubmit: (values: Values) => Promise<unknown>
  readonly submitLabel: string
  readonly busyLabel: string
  readonly danger?: boolean
  readonly backLabel: string
  readonly onBack: () => void
  readonly children: (form: UseFormReturn<Values>) => ReactNode
}

/** One step within a dialog that goes on to another. Nothing that is typed here is worth a question on leaving. */
export function StepForm<Values extends FieldValues>(props: Props<Values>) {
  const form = useForm<Values>({ defaultValues: props.initial as DefaultValues<Values>, resolver: resolverFor(props.check) })
  const { submit, problem } = useFormSubmit({ form, send: props.onSubmit, inlineError: (error) => error.message })
  const { isSubmitting } = form.formState

  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      {props.children(form)}
      {problem !== null && (
        <p role="alert" className="rounded-control bg-red-hue/15 px-3 py-2 text-red">
          {problem}
        </p>
      )}
      <DialogFooter>
        <Button onClick={props.onBack} disabled={isSubmitting}>
          {props.backLabel}
        </Button>
        <Button type="submit" variant={props.danger ? 'danger' : 'primary'} busy={isSubmitting && props.busyLabel}>
          {props.submitLabel}
        </Button>
      </DialogFooter>
    </form>
  )
}
