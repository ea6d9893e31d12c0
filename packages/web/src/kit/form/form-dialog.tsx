import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { ApiError } from '../../api/error.ts'
import { Button } from '../controls/button.tsx'
import { useConfirm } from '../overlay/confirm.tsx'
import { DialogFooter, Modal } from '../overlay/dialog.tsx'
import type { Edits } from './draft-store.ts'
import { type Problems, changedFields, resolverFor, showEdits, useFormSubmit } from './form-check.ts'
import { useDraft } from './use-draft.tsx'
import { useLeaveQuestion } from './use-unsaved.ts'

interface DialogDraft {
  /** What is edited, such as `coupon:12`. */
  readonly thing: string
  readonly version?: number
  /** The person has asked for it already, where the dialog was opened. */
  readonly isWanted?: boolean
  /** The edits of a draft are shown, which were made of this state. */
  readonly onRestored?: (draft: Edits) => void
}

interface Props<Values extends FieldValues> {
  readonly title: string
  readonly description?: ReactNode
  readonly submitLabel: string | ((values: Values) => string)
  /** What the button says while the answer is awaited. */
  readonly busyLabel?: string
  /** Something is lost for good. */
  readonly isDanger?: boolean
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
  /** Keeps what is typed as a draft. */
  readonly draft?: DialogDraft
  readonly onClose: () => void
  readonly children: (form: UseFormReturn<Values>) => ReactNode
}

/** The only form a dialog needs: check, send, close on success, mark the fields on refusal, ask before losing what was typed. */
export function FormDialog<Values extends FieldValues>(props: Props<Values>) {
  const confirm = useConfirm()
  const form = useForm<Values>({ defaultValues: props.initial as DefaultValues<Values>, resolver: resolverFor(props.check) })
  const draft = useDialogDraft(form, props)
  const { submit, problem } = useFormSubmit({
    form,
    send: async (values) => {
      if ((await props.onSubmit(values, form)) === false) return
      draft.saved(changedFields(props.initial, values))
      draft.forget()
      props.onClose()
    },
    inlineError: (error) => props.inlineError?.(error) ?? null,
  })
  const { isSubmitting, isDirty } = form.formState

  const close = async () => {
    if (isSubmitting) return
    if (isDirty && !(await confirm(discardQuestion))) return
    if (isDirty) draft.forget()
    props.onClose()
  }
  useLeaveQuestion({
    isAsked: isDirty,
    // On closing the tab what is typed stays as a draft.
    onTabClose: false,
    ask: async ({ action }) => {
      // The page itself changes its address, as a filter does.
      if (action === 'REPLACE') return false
      if (isSubmitting || !(await confirm(discardQuestion))) return true
      draft.forget()
      props.onClose()
      return false
    },
  })

  return (
    <Modal title={props.title} description={props.description} onClose={() => void close()}>
      {draft.offer}
      <form onSubmit={submit} noValidate className="space-y-4">
        {props.children(form)}
        {problem !== null && (
          <p role="alert" className="rounded-control bg-red-hue/15 px-3 py-2 text-red">
            {problem}
          </p>
        )}
        <DialogFooter>
          <Button onClick={() => void close()} disabled={isSubmitting}>
            Cancel
          </Button>
          <Submit {...props} form={form} busy={isSubmitting && (props.busyLabel ?? 'Saving...')} />
        </DialogFooter>
      </form>
    </Modal>
  )
}

const discardQuestion = {
  title: 'Discard what you typed?',
  text: 'It has not been saved.',
  yes: 'Discard',
  no: 'Keep editing',
  danger: true,
}

function useDialogDraft<Values extends FieldValues>(form: UseFormReturn<Values>, { initial, draft }: Props<Values>) {
  const kept = useDraft({
    thing: draft?.thing ?? null,
    form,
    base: initial,
    version: draft?.version,
    onRestore: (found) => {
      showEdits(form, { ...initial, ...found.base }, found.edits as Partial<Values>)
      draft?.onRestored?.(found)
    },
  })
  const restoreWanted = useEffectEvent(() => {
    if (draft?.isWanted === true) kept.restore()
  })
  useEffect(() => restoreWanted(), [])
  return kept
}

interface SubmitProps<Values extends FieldValues> extends Pick<Props<Values>, 'isReady' | 'submitLabel' | 'isDanger'> {
  readonly form: UseFormReturn<Values>
  readonly busy: string | false
}

function Submit<Values extends FieldValues>({ form, isReady, submitLabel, isDanger = false, busy }: SubmitProps<Values>) {
  const values = useWatch({ control: form.control }) as Values
  return (
    <Button type="submit" variant={isDanger ? 'danger' : 'primary'} disabled={isReady !== undefined && !isReady(values)} busy={busy}>
      {typeof submitLabel === 'string' ? submitLabel : submitLabel(values)}
    </Button>
  )
}
