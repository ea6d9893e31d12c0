import type { Product } from '@keydesk/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { Field } from '../../kit/field.tsx'
import { Input } from '../../kit/input.tsx'
import { SwitchField } from '../../kit/switch.tsx'
import { ascending, couponLabels, type CouponForm } from './coupon-form.ts'
import { DiscountFields } from './discount-fields.tsx'
import { ProductChecklist } from './product-checklist.tsx'

interface Props {
  readonly form: UseFormReturn<CouponForm>
  readonly products: UseQueryResult<Product[]>
  /** Of products that came with the coupon, by id. */
  readonly names?: Readonly<Record<string, string>>
}

export function CouponFields({ form, products, names }: Props) {
  const { register, watch, setValue, control: ofForm, formState } = form
  const { errors } = formState
  const knowsStart = formState.defaultValues?.starts_at !== undefined
  const usage = { type: 'number', inputMode: 'numeric', step: '1', min: '0' } as const
  return (
    <>
      <Field label={couponLabels.code} required helper="Upper and lower case make no difference" error={errors.code?.message}>
        {(control) => <Input {...control} {...register('code')} mono autoComplete="off" autoCapitalize="characters" spellCheck={false} />}
      </Field>
      <DiscountFields form={form} />
      <div className={cx('grid gap-4', knowsStart && 'sm:grid-cols-2')}>
        {knowsStart && (
          <Field label={couponLabels.starts_at} helper="At once if it is empty" error={errors.starts_at?.message}>
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
