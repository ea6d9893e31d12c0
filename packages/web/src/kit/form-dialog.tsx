import { useState, type ReactNode } from 'react'
import { useForm, useWatch, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { ApiError } from '../api/error.ts'
import { Button } from './button.tsx'
import { useConfirm } from './confirm.tsx'
import { Modal } from './dialog.tsx'
import { markRefused, resolverFor, type Problems } from './form-check.ts'

interface Props<Values extends FieldValues> {
  readonly title: string
  readonly description?: ReactNode
  readonly submitLabel: string
  /** What the button says while the answer is awaited. */
  readonly busyLabel?: string
  readonly initial: Values
  /** Messages by field; none means that the values may be sent. */
  readonly check: (values: Values) => Problems
  /** Keeps the button disabled for as long as there is nothing to send. */
  readonly isReady?: (values: Values) => boolean
  /**
   * Rejects when the change was refused; the dialog then stays open with the fields marked. It also stays open for
   * `false`: the person chose to go on editing.
   */
  readonly onSubmit: (values: Values, form: UseFormReturn<Values>) => Promise<unknown>
  /** A sentence to show in the dialog when no field is to blame; none where a toast says it. */
  readonly inlineError?: (error: ApiError) => string | null
  readonly onClose: () => void
  readonly children: (form: UseFormReturn<Values>) => ReactNode
}

/** The only form a dialog needs: check, send, close on success, mark the fields on refusal, ask before losing what was typed. */
export function FormDialog<Values extends FieldValues>(props: Props<Values>) {
  const confirm = useConfirm()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<Values>({ defaultValues: props.initial as DefaultValues<Values>, resolver: resolverFor(props.check) })
  const { isSubmitting, isDirty } = form.formState

  const submit = form.handleSubmit(async (values) => {
    setProblem(null)
    try {
      if ((await props.onSubmit(values, form)) !== false) props.onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (!markRefused(form, error)) setProblem(props.inlineError?.(error) ?? null)
    }
  })

  const close = async () => {
    if (isSubmitting) return
    const question = { title: 'Discard what you typed?', text: 'It has not been saved.', yes: 'Discard', no: 'Keep editing', danger: true }
    if (isDirty && !(await confirm(question))) return
    props.onClose()
  }

  return (
    <Modal title={props.title} description={props.description} onClose={close}>
      <form onSubmit={submit} noValidate className="space-y-4">
        {props.children(form)}
        {problem !== null && (
          <p role="alert" className="rounded-control bg-red-hue/15 px-3 py-2 text-red">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2 pt-1 pb-2">
          <Button onClick={close} disabled={isSubmitting}>
            Cancel
          </Button>
          <Submit form={form} isReady={props.isReady} busy={isSubmitting && (props.busyLabel ?? 'Saving...')}>
            {props.submitLabel}
          </Submit>
        </div>
      </form>
    </Modal>
  )
}

interface SubmitProps<Values extends FieldValues> extends Pick<Props<Values>, 'isReady'> {
  readonly form: UseFormReturn<Values>
  readonly busy: string | false
  readonly children: ReactNode
}

function Submit<Values extends FieldValues>({ form, isReady, busy, children }: SubmitProps<Values>) {
  const values = useWatch({ control: form.control }) as Values
  return (
    <Button type="submit" variant="primary" disabled={isReady !== undefined && !isReady(values)} busy={busy}>
      {children}
    </Button>
  )
}
