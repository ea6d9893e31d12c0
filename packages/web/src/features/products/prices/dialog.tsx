import { type Product, formatUsd, isStrikingPrice, limits } from '@keydesk/contract'
import { cx } from 'class-variance-authority'
import { ArrowRight } from 'lucide-react'
import { useRef } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { ApiError } from '../../../api/error.ts'
import { DecimalInput } from '../../../kit/controls/decimal-input.tsx'
import { Segmented } from '../../../kit/controls/segmented.tsx'
import { Notice } from '../../../kit/feedback/notice.tsx'
import { Field } from '../../../kit/form/field.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { formatCount, plural } from '../../../kit/text/format.ts'
import { useChangePrices } from '../bulk/data.ts'
import {
  type ChangedRow,
  type PriceRow,
  type PricesForm,
  checkPricesForm,
  emptyPricesForm,
  formToBody,
  isChanged,
  previewPrices,
  rowsOf,
} from './form.ts'

interface Props {
  /** The selected products. */
  readonly products: readonly Product[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Changes the prices of all variants of several products, with a preview of each. */
export function PricesDialog({ products, onDone, onClose }: Props) {
  const change = useChangePrices()
  const rows = rowsOf(products)
  /** Undefined while what is typed is not a change. */
  const changedIn = (form: PricesForm) => previewPrices(form, rows)?.filter(isChanged).length
  /** The prices of a press that failed. If it was carried out and only its answer was lost, the next press is refused, and says so. */
  const seen = useRef(new Map<number, number>())
  const submit = async (form: PricesForm) => {
    const asSeen = rows.map((row) => ({ ...row, before: seen.current.get(row.id) ?? row.before }))
    seen.current = new Map(asSeen.map(({ id, before }) => [id, before]))
    await change.mutateAsync(formToBody(form, asSeen)).catch((error: unknown) => {
      // The preview shows the prices of now.
      if (error instanceof ApiError && error.status === 409) seen.current.clear()
      throw error
    })
    onDone()
  }
  const isTooMany = rows.length > limits.bulkVariants
  return (
    <FormDialog
      title="Change prices"
      description={
        isTooMany
          ? `At most ${formatCount(limits.bulkVariants)} prices can be changed at once: select fewer products.`
          : `${plural(rows.length, 'variant')} of ${plural(products.length, 'product')}.`
      }
      submitLabel={(form) => `Change ${plural(changedIn(form) ?? 0, 'price')}`}
      initial={emptyPricesForm}
      check={(form) => checkPricesForm(form, rows)}
      // An invalid value shows its error after submit.
      isReady={(form) => !isTooMany && form.value.trim() !== '' && changedIn(form) !== 0}
      onSubmit={submit}
      onClose={onClose}
    >
      {(form) => (
        <>
          <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
            <ValueField form={form} />
            <Choice form={form} name="by" label="By" options={steps} />
            <Choice form={form} name="direction" label="Direction" options={directions} />
            <Choice form={form} name="round" label="Round to" options={ends} />
          </div>
          <Preview form={form} rows={rows} />
        </>
      )}
    </FormDialog>
  )
}

const directions = [
  { value: 'raise', label: 'Raise' },
  { value: 'lower', label: 'Lower' },
]
const steps = [
  { value: 'percent', label: 'Percent' },
  { value: 'amount', label: 'Dollars' },
]
const ends = [
  { value: '', label: 'Keep cents' },
  { value: '0.99', label: '.99' },
  { value: '0.00', label: '.00' },
]

interface FormProps {
  readonly form: UseFormReturn<PricesForm>
}

interface ChoiceProps extends FormProps {
  readonly name: 'direction' | 'by' | 'round'
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

const Choice = ({ form, name, label, options }: ChoiceProps) => (
  <div>
    <span aria-hidden className="mb-1.5 block font-medium">
      {label}
    </span>
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => <Segmented label={label} value={field.value} options={options} onChange={field.onChange} />}
    />
  </div>
)

function ValueField({ form }: FormProps) {
  const by = useWatch({ control: form.control, name: 'by' })
  return (
    <Field label={by === 'percent' ? 'Percentage' : 'Amount'} required isSteady error={form.formState.errors.value?.message}>
      {(control) => <DecimalInput {...control} {...form.register('value')} autoComplete="off" />}
    </Field>
  )
}

function Preview({ form, rows }: FormProps & { readonly rows: readonly PriceRow[] }) {
  const values = useWatch({ control: form.control }) as PricesForm
  const preview = previewPrices(values, rows)
  const striking = preview?.filter(({ before, after }) => isStrikingPrice(before, after)).length ?? 0
  return (
    <>
      {striking > 0 && (
        <Notice role="alert" tone="yellow">
          {plural(striking, 'price')} {striking === 1 ? 'changes' : 'change'} by more than half, or to 0.
        </Notice>
      )}
      <div
        role="region"
        aria-label="Preview of the prices"
        // A scrolling box must be reachable by keyboard.
        tabIndex={0}
        className="h-56 overflow-y-auto rounded-control border border-border text-table"
      >
        <table className="w-full">
          <thead className="sticky top-0 bg-raised text-caption text-muted">
            <tr>
              <th scope="col" className="px-3 py-2 text-left font-normal">
                Variant
              </th>
              <th scope="col" className="py-2 pl-2 text-right font-normal">
                Before
              </th>
              <th aria-hidden className="w-8" />
              <th scope="col" className="py-2 pr-3 text-right font-normal">
                After
              </th>
            </tr>
          </thead>
          <tbody>
            {(preview ?? rows.map((row) => ({ ...row, after: row.before }))).map((row) => (
              <PreviewRow key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-caption text-muted">New orders have the new prices at once. You can undo it for {limits.undoSeconds} seconds.</p>
    </>
  )
}

const PreviewRow = ({ row }: { readonly row: ChangedRow }) => (
  <tr className={cx('border-t border-border tabular-nums', !isChanged(row) && 'text-muted')}>
    <td className="px-3 py-2 wrap-anywhere">
      <span className="block font-medium">{row.product}</span>
      <span className="block text-muted">{row.variant}</span>
    </td>
    <td className="py-2 pl-2 text-right whitespace-nowrap">{formatUsd(row.before)}</td>
    <td aria-hidden className="px-2">
      <ArrowRight className="mx-auto size-3.5 text-muted" />
    </td>
    <td className={cx('py-2 pr-3 text-right', isChanged(row) && 'font-medium', isStrikingPrice(row.before, row.after) && 'text-yellow')}>
      {formatUsd(row.after)}
    </td>
  </tr>
)
