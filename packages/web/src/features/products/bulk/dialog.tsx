import { type BulkSet, type Product, bulkMessage, detectionStatuses, limits, updateStatuses } from '@keydesk/contract'
import { useState } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { Button } from '../../../kit/controls/button.tsx'
import { Textarea } from '../../../kit/controls/input.tsx'
import { Segmented } from '../../../kit/controls/segmented.tsx'
import { SwitchField } from '../../../kit/controls/switch.tsx'
import { FailedHint } from '../../../kit/feedback/failed.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { joinWords, plural } from '../../../kit/text/format.ts'
import { DiscordText } from '../../announcements/parts.tsx'
import { usePostOutlook } from '../../discord/data.ts'
import { useChangeProducts } from './data.ts'
import {
  type BulkForm,
  announced,
  changesAnything,
  changesNone,
  checkBulkForm,
  consequencesOf,
  emptyBulkForm,
  formToBody,
  formToSet,
  presets,
  textOf,
} from './form.ts'

interface BulkDialogProps {
  /** The selected products. */
  readonly products: readonly Product[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Changes several products at once, with one message to Discord. */
export function BulkDialog({ products, onDone, onClose }: BulkDialogProps) {
  const change = useChangeProducts()
  const count = plural(products.length, 'product')
  const submit = async (form: BulkForm) => {
    await change.mutateAsync(formToBody(form, products))
    onDone()
  }
  return (
    <FormDialog
      title={`Edit ${count}`}
      description={<Names products={products} />}
      submitLabel={`Edit ${count}`}
      initial={emptyBulkForm}
      check={(form) => checkBulkForm(form, products)}
      isReady={changesAnything}
      onSubmit={submit}
      draft={{ thing: 'products:bulk' }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Presets form={form} />
          <Choice form={form} name="update_status" label="Update status" options={updateStatuses.map(asOption)} />
          <Choice form={form} name="detection_status" label="Detection status" options={detectionStatuses.map(asOption)} />
          <Choice form={form} name="sales_paused" label="Sales" options={onOrOff('Pause', 'Resume')} />
          <Choice form={form} name="featured" label="Featured" options={onOrOff('Yes', 'No')} />
          <Choice form={form} name="unlisted" label="Unlisted" options={onOrOff('Yes', 'No')} />
          <Consequences form={form} products={products} />
          <AnnounceFields form={form} products={products} />
        </>
      )}
    </FormDialog>
  )
}

/** The names that the dialog's head shows before it is expanded. */
const fewNames = 3

function Names({ products }: Pick<BulkDialogProps, 'products'>) {
  const [showsAll, setShowsAll] = useState(false)
  const names = products.map(({ name }) => name)
  if (showsAll || names.length <= fewNames) return joinWords(names)
  return (
    <>
      {names.slice(0, fewNames).join(', ')} and{' '}
      <button type="button" className="underline" onClick={() => setShowsAll(true)}>
        {names.length - fewNames} more
      </button>
    </>
  )
}

interface FormProps {
  readonly form: UseFormReturn<BulkForm>
}

const Presets = ({ form }: FormProps) => (
  <div role="group" aria-label="In a hurry" className="flex flex-wrap gap-2">
    {presets.map((preset) => (
      <Button key={preset.label} size="sm" onClick={() => form.reset(preset.form, { keepDefaultValues: true })}>
        {preset.label}
      </Button>
    ))}
  </div>
)

interface ChoiceProps extends FormProps {
  readonly name: 'update_status' | 'detection_status' | 'sales_paused' | 'featured' | 'unlisted'
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

const Choice = ({ form, name, label, options }: ChoiceProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
    <span aria-hidden className="font-medium">
      {label}
    </span>
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <Segmented label={label} value={field.value} options={[{ value: '', label: 'Keep' }, ...options]} onChange={field.onChange} />
      )}
    />
  </div>
)

const asOption = (value: string) => ({ value, label: value })
const onOrOff = (on: string, off: string) => [
  { value: 'yes', label: on },
  { value: 'no', label: off },
]

/** What the button will do, in sentences. */
function Consequences({ form, products }: FormProps & Pick<BulkDialogProps, 'products'>) {
  const values = useWatch({ control: form.control }) as BulkForm
  const set = formToSet(values)
  const sentences = consequencesOf(products, set)
  const announcedCount = values.announces ? announced(products, set).length : 0
  return (
    <div role="status" className="rounded-control border border-border px-3 py-2 text-table">
      {sentences.length === 0 ? (
        <p className="text-muted">Choose what to change. What you keep stays as it is.</p>
      ) : (
        <ul className="space-y-1">
          {[
            ...sentences,
            announcedCount === 0 ? 'Nothing is posted to Discord.' : `One message lists ${plural(announcedCount, 'product')}.`,
          ].map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          <li className="text-muted">You can undo it for {limits.undoSeconds} seconds.</li>
        </ul>
      )}
    </div>
  )
}

interface AnnounceFieldsProps {
  readonly form: UseFormReturn<BulkForm>
  readonly products: readonly Product[]
}

/** The message to Discord: whether to post one, its text and its preview. */
function AnnounceFields({ form, products }: AnnounceFieldsProps) {
  const values = useWatch({ control: form.control }) as BulkForm
  const outlook = usePostOutlook()
  const set = formToSet(values)
  const names = announced(products, set).map(({ name }) => name)
  const text = textOf(values, names.length)
  return (
    <div className="space-y-4 border-t border-border pt-4">
      <Controller
        control={form.control}
        name="announces"
        render={({ field }) => (
          <SwitchField
            label="Post to Discord"
            helper={
              changesNone(products, set)
                ? 'Nothing changes, so nothing is posted.'
                : names.length === 0
                  ? 'Unlisted products are not mentioned.'
                  : 'One message in the updates channel lists all of them.'
            }
            checked={field.value && names.length > 0}
            disabled={names.length === 0}
            onChange={field.onChange}
          />
        )}
      />
      {values.announces && names.length > 0 && (
        <>
          {outlook?.state === 'unknown' && <FailedHint {...outlook} title={outlook.text} />}
          {(outlook?.state === 'blocked' || outlook?.state === 'waits') && (
            <Notice role="alert" tone="yellow">
              {outlook.text}
            </Notice>
          )}
          <Controller
            control={form.control}
            name="text"
            render={({ field: { value: _, ...field }, fieldState }) => (
              <Field label="Message" required error={fieldState.error?.message}>
                {(control) => <Textarea {...control} {...field} value={text} rows={3} />}
              </Field>
            )}
          />
          <MessagePreview names={names} set={set} text={text} />
        </>
      )}
    </div>
  )
}

interface MessagePreviewProps {
  readonly names: readonly string[]
  readonly set: BulkSet
  readonly text: string
}

/** The message as Discord shows it. */
function MessagePreview({ names, set, text }: MessagePreviewProps) {
  const { title, description, fields } = bulkMessage(names, set, text)
  return (
    <figure>
      <figcaption className="mb-1.5 text-caption text-muted">Preview of the message</figcaption>
      <div className="space-y-2 rounded-control border border-l-4 border-border border-l-accent bg-bg p-3">
        <p className="font-semibold">{title}</p>
        <div>
          <DiscordText text={description} />
        </div>
        {fields.length > 0 && (
          <dl className="flex flex-wrap gap-x-6 gap-y-2 text-table">
            {fields.map(({ name, value }) => (
              <div key={name}>
                <dt className="font-medium">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </figure>
  )
}
