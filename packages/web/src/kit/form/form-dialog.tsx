import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import type { ApiError } from '../../api/error.ts'
import { Button } from '../controls/button.tsx'
import { useShortcut } from '../controls/keyboard.ts'
import { DialogFooter, Modal } from '../overlay/dialog.tsx'
import type { Problems } from './form-check.ts'
import { ConflictDialog, type Editing, useEditing } from './use-editing.ts'
import { useConfirmOnce, useLeaveQuestion } from './use-unsaved.ts'
import { Notice } from '../feedback/notice.tsx'

interface DialogProps<Values extends FieldValues> {
  readonly title: string
  readonly description?: ReactNode
  readonly submitLabel: string | ((values: Values) => string)
  /** The text of the button during the call. */
  readonly busyLabel?: string
  /** Something is lost permanently. */
  readonly isDanger?: boolean
  /** The button is disabled until this is true. */
  readonly isReady?: (values: Values) => boolean
  /** Stops the call: Cancel and leaving do so. Without it they wait for its end. */
  readonly onStop?: () => void
  readonly onClose: () => void
  readonly children: (form: UseFormReturn<Values>) => ReactNode
}

/** A form for something new, or for something that only one person edits. */
interface OwnForm<Values extends FieldValues> {
  readonly initial: Values
  /** Messages by field; the values may be sent if there are none. */
  readonly check?: (values: Values) => Problems
  /** The dialog stays open if this rejects, with the fields marked, or resolves to `false`. */
  readonly onSubmit: (values: Values, form: UseFormReturn<Values>) => Promise<unknown>
  /** The message of a refusal that names no field; null if a toast shows it. */
  readonly inlineError?: (error: ApiError) => string | null
  /** Stores what is typed as a draft. */
  readonly draft?: { readonly thing: string; readonly version?: number; readonly isWanted?: boolean }
}

interface EditingForm<Values extends FieldValues, Row extends object = object> {
  readonly editing: Editing<Row, Values>
}

type Props<Values extends FieldValues, Row extends object = object> = DialogProps<Values> & (OwnForm<Values> | EditingForm<Values, Row>)

/** A dialog with a form: checks and sends it, closes on success, marks fields on a refusal, and asks before unsaved input is lost. */
export function FormDialog<Values extends FieldValues, Row extends object = object>(props: Props<Values, Row>) {
  return 'editing' in props ? <EditingDialog {...props} /> : <OwnFormDialog {...props} />
}

function OwnFormDialog<Values extends FieldValues>(props: DialogProps<Values> & OwnForm<Values>) {
  const [row] = useState({ values: props.initial, version: props.draft?.version })
  const editing: Editing<typeof row, Values> = useEditing({
    row,
    toValues: ({ values }) => values,
    check: props.check ?? (() => ({})),
    send: (values) => props.onSubmit(values, editing.form),
    inlineError: props.inlineError,
    draft: props.draft,
  })
  return <EditingDialog {...props} editing={editing} />
}

function EditingDialog<Values extends FieldValues, Row extends object = object>(props: DialogProps<Values> & EditingForm<Values, Row>) {
  const confirm = useConfirmOnce()
  const { form, save, problem, conflict, keepsDraft, offer, forget, isSaving } = props.editing
  const { isDirty } = form.formState
  const isBusy = isSaving || conflict !== null
  const element = useRef<HTMLFormElement>(null)
  useShortcut('mod+s', () => element.current?.querySelector<HTMLButtonElement>('[type=submit]')?.click(), {
    enabled: props.isDanger !== true,
    form: element,
  })

  const submit = async (event: SyntheticEvent) => {
    if (!(await save(event))) return
    forget()
    props.onClose()
  }
  const close = async () => {
    if (isBusy) return props.onStop?.()
    if (isDirty && !(await confirm(discardQuestion))) return
    if (isDirty) forget()
    props.onClose()
  }
  useLeaveQuestion({
    // The answer to a call may be a secret that is shown only once.
    isAsked: isDirty || isBusy,
    onTabClose: !keepsDraft,
    ask: async ({ action }) => {
      // The page itself changes its address, like a filter, or goes on to what was made.
      if (action === 'REPLACE' || (action === 'PUSH' && !isDirty)) return false
      if ((isBusy && props.onStop === undefined) || !(await confirm(discardQuestion))) return true
      props.onStop?.()
      forget()
      props.onClose()
      return false
    },
  })

  return (
    <>
      <Modal title={props.title} description={props.description} onClose={() => void close()}>
        {offer}
        <form ref={element} onSubmit={submit} noValidate className="space-y-4">
          {props.children(form)}
          {problem !== null && (
            <Notice role="alert" tone="red">
              {problem}
            </Notice>
          )}
          <DialogFooter>
            <Button onClick={() => void close()} disabled={isBusy && props.onStop === undefined}>
              Cancel
            </Button>
            <Submit {...props} form={form} busy={isBusy && (props.busyLabel ?? 'Saving...')} />
          </DialogFooter>
        </form>
      </Modal>
      {conflict && <ConflictDialog {...conflict} />}
    </>
  )
}

const discardQuestion = {
  title: 'Discard your changes?',
  text: 'They have not been saved.',
  yes: 'Discard',
  no: 'Keep editing',
  isDanger: true,
}

interface SubmitProps<Values extends FieldValues> extends Pick<DialogProps<Values>, 'isReady' | 'submitLabel' | 'isDanger'> {
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
