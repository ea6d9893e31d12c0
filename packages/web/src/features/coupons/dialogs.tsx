import { type Coupon, couponLabels } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useEditing } from '../../kit/form/use-editing.ts'
import { productsQuery } from '../products/data.ts'
import { useCreateCoupon, useUpdateCoupon } from './data.ts'
import { CouponDryRun } from './dry-run.tsx'
import { CouponFields } from './fields.tsx'
import { checkCouponForm, couponFormats, couponRules, couponToForm, emptyCouponForm, formToInput } from './form.ts'
import type { OfProducts } from './format.ts'

interface Props {
  /** Opens with the draft of an earlier visit. */
  readonly isDraft: boolean
  readonly onClose: () => void
}

export function CreateCouponDialog({ isDraft, onClose }: Props) {
  const products = useQuery(productsQuery(useApi()))
  const create = useCreateCoupon()
  const [initial] = useState(() => emptyCouponForm(new Date()))
  return (
    <FormDialog
      title="Create Coupon"
      submitLabel="Create"
      busyLabel="Creating..."
      initial={initial}
      check={(form) => checkCouponForm(form, new Date())}
      onSubmit={(form) => create.mutateAsync(formToInput(form))}
      draft={{ thing: 'coupon:new', isWanted: isDraft }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <CouponFields form={form} products={products} />
          <CouponDryRun form={form} toInput={formToInput} />
        </>
      )}
    </FormDialog>
  )
}

export function EditCouponDialog({ coupon, isDraft, onClose }: Props & { readonly coupon: Coupon }) {
  const products = useQuery(productsQuery(useApi()))
  const update = useUpdateCoupon(coupon.id)
  const editing = useEditing({
    what: 'coupon',
    names: couponLabels,
    formats: couponFormats((id) => products.data?.find((product) => product.id === id)?.name ?? namesOf(coupon)?.[id]),
    row: coupon,
    toValues: couponToForm,
    rules: couponRules,
    check: (form, { row }) => checkCouponForm(form, new Date(), row),
    send: (form, { row }) => update.mutateAsync({ ...formToInput(form, row), version: row.version }),
    draft: { thing: `coupon:${coupon.id}`, isWanted: isDraft },
  })
  return (
    <FormDialog title="Edit Coupon" submitLabel="Save" editing={editing} onClose={onClose}>
      {(form) => (
        <>
          <CouponFields form={form} products={products} names={namesOf(coupon)} />
          <CouponDryRun form={form} toInput={(values) => formToInput(values, editing.base.row)} />
        </>
      )}
    </FormDialog>
  )
}

/** Product names that the host sent with the coupon. */
const namesOf = ({ product_names }: OfProducts) => product_names
