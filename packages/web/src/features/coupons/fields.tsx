import { type Product, couponLabels, discountTypes } from '@keydesk/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { type Ref, useId, useMemo, useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { Button } from '../../kit/controls/button.tsx'
import { CheckboxField } from '../../kit/controls/checkbox.tsx'
import { DecimalInput } from '../../kit/controls/decimal-input.tsx'
import { Input } from '../../kit/controls/input.tsx'
import { Select } from '../../kit/controls/select.tsx'
import { SwitchField } from '../../kit/controls/switch.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { Field } from '../../kit/form/field.tsx'
import { formatCount, plural } from '../../kit/text/format.ts'
import { choicesOf, searchChoices } from './data.ts'
import { type CouponForm, ascending, discountTypeLabels } from './form.ts'

const isHardToType = (code: string) => /\s|\p{Extended_Pictographic}/u.test(code.trim())

interface CouponFieldsProps {
  readonly form: UseFormReturn<CouponForm>
  readonly products: UseQueryResult<Product[]>
  /** Names of products that came with the coupon, by id. */
  readonly names?: Readonly<Record<string, string>>
}

export function CouponFields({ form, products, names }: CouponFieldsProps) {
  const { register, watch, setValue, control: ofForm, formState } = form
  const { errors } = formState
  const knowsStart = formState.defaultValues?.starts_at !== undefined
  const usage = { type: 'number', inputMode: 'numeric', step: '1', min: '0' } as const
  return (
    <>
      <Field
        label={couponLabels.code}
        required
        helper={
          isHardToType(watch('code'))
            ? 'Customers type this code: spaces and emoji are hard to type'
            : 'Upper and lower case make no difference'
        }
        error={errors.code?.message}
      >
        {(control) => <Input {...control} {...register('code')} mono autoComplete="off" autoCapitalize="characters" spellCheck={false} />}
      </Field>
      <DiscountFields form={form} />
      <div className={cx('grid gap-4', knowsStart && 'sm:grid-cols-2')}>
        {knowsStart && (
          <Field label={couponLabels.starts_at} helper="Leave empty to start at once" error={errors.starts_at?.message}>
            {(control) => <Input {...control} {...register('starts_at')} type="datetime-local" max="9999-12-31T23:59" />}
          </Field>
        )}
        <Field label={couponLabels.expiration_date} required helper="In your own time zone" error={errors.expiration_date?.message}>
          {(control) => <Input {...control} {...register('expiration_date')} type="datetime-local" max="9999-12-31T23:59" />}
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={couponLabels.max_usage} helper="0 means unlimited" error={errors.max_usage?.message}>
          {(control) => <Input {...control} {...register('max_usage')} {...usage} />}
        </Field>
        <Field label={couponLabels.max_usage_per_user} helper="0 means unlimited" error={errors.max_usage_per_user?.message}>
          {(control) => <Input {...control} {...register('max_usage_per_user')} {...usage} />}
        </Field>
      </div>
      <SwitchField
        label={couponLabels.applicable_to_all}
        checked={watch('applicable_to_all')}
        onChange={(isOn) => setValue('applicable_to_all', isOn, { shouldDirty: true })}
      />
      {!watch('applicable_to_all') && (
        <Controller
          control={ofForm}
          name="applicable_products"
          render={({ field, fieldState }) => (
            <ProductChecklist
              query={products}
              names={names}
              chosen={field.value}
              onChange={(ids) => field.onChange(ascending(ids))}
              error={fieldState.error?.message}
              focusRef={field.ref}
            />
          )}
        />
      )}
    </>
  )
}

const options: readonly { readonly value: string; readonly label: string }[] = discountTypes.map((value) => ({
  value,
  label: discountTypeLabels[value],
}))

const helpers: Readonly<Record<string, string>> = {
  percentage: 'Percent off, at most 100',
  fixed_amount: 'US dollars off',
  free_license: 'One unit of the cheapest item',
}

/** Type and value of the discount. Free fixes the value at 100; another type restores the typed value. */
function DiscountFields({ form }: { readonly form: UseFormReturn<CouponForm> }) {
  const { register, watch, setValue, formState } = form
  const type = watch('discount_type')
  // An unknown type of a foreign host stays an option until the dialog closes.
  const stored = formState.defaultValues?.discount_type ?? type
  const isKnown = options.some(({ value }) => value === stored)
  const isFree = type === 'free_license'
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={couponLabels.discount_type} error={formState.errors.discount_type?.message}>
        {({ 'aria-required': _, ...control }) => (
          <Select
            {...control}
            value={type}
            options={isKnown ? options : [...options, { value: stored, label: stored || 'Not chosen' }]}
            onChange={(chosen) => setValue('discount_type', chosen, { shouldDirty: true })}
          />
        )}
      </Field>
      <Field
        label={couponLabels.discount_value}
        helper={helpers[type]}
        error={isFree ? undefined : formState.errors.discount_value?.message}
      >
        {(control) =>
          isFree ? (
            <Input {...control} key="fixed" type="number" value="100" disabled readOnly />
          ) : (
            <DecimalInput {...control} key="typed" {...register('discount_value')} />
          )
        }
      </Field>
    </div>
  )
}

interface ProductChecklistProps {
  readonly query: UseQueryResult<Product[]>
  /** Names of products that came with the coupon, by id. */
  readonly names: Readonly<Record<string, string>> | undefined
  readonly chosen: readonly number[]
  readonly onChange: (ids: number[]) => void
  readonly error: string | undefined
  /** Gets the focus if no product is chosen. */
  readonly focusRef: Ref<HTMLFieldSetElement>
}

/** Longer lists have a search. */
const searchThreshold = 8
/** Checkboxes that are drawn at first and per Show more: each renders with every change of the form. */
const shownAtOnce = 50

function ProductChecklist({ query, names, chosen, onChange, error, focusRef }: ProductChecklistProps) {
  const id = useId()
  return (
    <fieldset
      ref={focusRef}
      tabIndex={-1}
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={error && `${id}-error`}
      className="min-w-0 rounded-control"
    >
      <legend className="mb-1.5 font-medium">Products</legend>
      <Loaded query={query} failure="Failed to fetch products">
        {(products) => <Choices products={products} names={names} chosen={chosen} onChange={onChange} />}
      </Loaded>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-caption text-red">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface ChoicesProps extends Pick<ProductChecklistProps, 'names' | 'chosen' | 'onChange'> {
  readonly products: readonly Product[]
}

function Choices({ products, names, chosen, onChange }: ChoicesProps) {
  const [typed, setTyped] = useState('')
  const [limit, setLimit] = useState(shownAtOnce)
  const all = useMemo(() => choicesOf(products, chosen, names), [products, chosen, names])
  const shown = searchChoices(all, typed)
  if (all.length === 0) {
    return <p className="rounded-control border border-border p-4 text-center text-muted">No products available. Add products first.</p>
  }
  const toggle = (id: number, isOn: boolean) => onChange(isOn ? [...chosen, id] : chosen.filter((other) => other !== id))
  const shownIds = shown.map(({ id }) => id)
  const areAllOn = shown.length > 0 && shownIds.every((id) => chosen.includes(id))
  return (
    <div className="overflow-hidden rounded-control border border-edge">
      {all.length > searchThreshold && (
        <Input
          type="text"
          role="searchbox"
          aria-label="Search products"
          placeholder="Search products"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setLimit(shownAtOnce)
          }}
          // Enter in the search must not submit the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          className="rounded-none! border-0! border-b! border-border! -outline-offset-2"
        />
      )}
      {/* A scrolling list must be reachable by keyboard itself, although its checkboxes are. */}
      <div role="group" aria-label="Products" className="max-h-44 overflow-y-auto px-3 py-1">
        {shown.slice(0, limit).map((choice) => (
          <CheckboxField
            key={choice.id}
            label={choice.isKnown ? choice.name : <span className="text-muted">{choice.name}, no longer there</span>}
            checked={chosen.includes(choice.id)}
            onChange={(isOn) => toggle(choice.id, isOn)}
          />
        ))}
        {shown.length > limit && <ShowMore shown={limit} total={shown.length} onMore={() => setLimit(limit + shownAtOnce)} />}
        {shown.length === 0 && <p className="py-3 text-center text-muted">No products match</p>}
      </div>
      <div className="flex min-h-10 items-center justify-between gap-2 border-t border-border py-0.5 pr-1 pl-3">
        <p role="status" className="text-table text-muted tabular-nums">
          {plural(chosen.length, 'product')} selected
        </p>
        <Button
          variant="ghost"
          size="sm"
          disabled={shown.length === 0}
          onClick={() => onChange(areAllOn ? chosen.filter((id) => !shownIds.includes(id)) : [...new Set([...chosen, ...shownIds])])}
        >
          {areAllOn ? 'Clear' : 'Select all'}
        </Button>
      </div>
    </div>
  )
}

interface ShowMoreProps {
  readonly shown: number
  readonly total: number
  readonly onMore: () => void
}

/** Below a loaded list that is shown in parts. */
const ShowMore = ({ shown, total, onMore }: ShowMoreProps) => (
  <div className="mt-4 flex flex-wrap items-center justify-center gap-4">
    <p className="text-table text-muted tabular-nums">
      {formatCount(shown)} of {formatCount(total)}
    </p>
    <Button onClick={onMore}>Show more</Button>
  </div>
)
