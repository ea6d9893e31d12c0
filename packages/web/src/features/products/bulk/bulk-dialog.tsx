import { detectionStatuses, updateStatuses, type Product } from '@keydesk/contract'
import { useState } from 'react'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { Button } from '../../../kit/button.tsx'
import { FormDialog } from '../../../kit/form-dialog.tsx'
import { joinWords, plural } from '../../../kit/format.ts'
import { Segmented } from '../../../kit/segmented.tsx'
import { AnnounceFields } from './announce-fields.tsx'
import { consequencesOf } from './bulk-consequences.ts'
import { useChangeProducts } from './bulk-data.ts'
import { announced, changesAnything, checkBulkForm, emptyBulkForm, formToBody, formToSet, presets, type BulkForm } from './bulk-form.ts'

interface Props {
  /** Those that are selected. */
  readonly products: readonly Product[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Changes several products at once, and tells of it in one message. */
export function BulkDialog({ products, onDone, onClose }: Props) {
  const change = useChangeProducts()
  const count = plural(products.length, 'product')
  const submit = async (form: BulkForm) => {
    await change.mutateAsync(formToBody(form, products))
    onDone()
  }
  return (
    <FormDialog
      title={`Change ${count}`}
      description={<Names products={products} />}
      submitLabel={`Change ${count}`}
      busyLabel="Changing..."
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

/** How many names stand in the dialog's head before it opens to more. */
const fewNames = 3

function Names({ products }: Pick<Props, 'products'>) {
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

/** In plain words, what a press on the button does. */
function Consequences({ form, products }: FormProps & Pick<Props, 'products'>) {
  const values = useWatch({ control: form.control }) as BulkForm
  const set = formToSet(values)
  const sentences = consequencesOf(products, set)
  const told = values.announces ? announced(products, set).length : 0
  return (
    <div role="status" className="rounded-control border border-border px-3 py-2 text-table">
      {sentences.length === 0 ? (
        <p className="text-muted">Choose what to change. What you keep stays as it is.</p>
      ) : (
        <ul className="space-y-1">
          {[...sentences, told === 0 ? 'Nothing is posted to Discord.' : `One message tells of ${plural(told, 'product')}.`].map(
            (sentence) => (
              <li key={sentence}>{sentence}</li>
            ),
          )}
          <li className="text-muted">You can undo it for 30 seconds.</li>
        </ul>
      )}
    </div>
  )
}
