import { discountTypes } from '@keydesk/contract'
import type { UseFormReturn } from 'react-hook-form'
import { DecimalInput } from '../../kit/decimal-input.tsx'
import { Field } from '../../kit/field.tsx'
import { Input } from '../../kit/input.tsx'
import { Select } from '../../kit/select.tsx'
import { couponLabels, discountTypeLabels, type CouponForm } from './coupon-form.ts'

const options: readonly { readonly value: string; readonly label: string }[] = discountTypes.map((value) => ({
  value,
  label: discountTypeLabels[value],
}))

const helpers: Readonly<Record<string, string>> = {
  percentage: 'Percent off, at most 100',
  fixed_amount: 'US dollars off',
  free_license: 'One unit of the cheapest item',
}

/** What is taken off. Free fixes the value at 100; what was typed before comes back with another type. */
export function DiscountFields({ form }: { readonly form: UseFormReturn<CouponForm> }) {
  const { register, watch, setValue, formState } = form
  const type = watch('discount_type')
  // A type that only a foreign host knows stays an option until the dialog closes.
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
