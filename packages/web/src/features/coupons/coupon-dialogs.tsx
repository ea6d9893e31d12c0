import type { Coupon } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useEdit } from '../../kit/use-edit.tsx'
import { productsQuery } from '../products/products-data.ts'
import { CouponFields } from './coupon-fields.tsx'
import { checkCouponForm, couponLabels, couponToForm, emptyCouponForm, formToInput } from './coupon-form.ts'
import { useCreateCoupon, useUpdateCoupon } from './coupons-data.ts'

interface Props {
  readonly onClose: () => void
}

export function CreateCouponDialog({ onClose }: Props) {
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
      onClose={onClose}
    >
      {(form) => <CouponFields form={form} products={products} />}
    </FormDialog>
  )
}

export function EditCouponDialog({ coupon, onClose }: Props & { readonly coupon: Coupon }) {
  const products = useQuery(productsQuery(useApi()))
  const update = useUpdateCoupon(coupon.id)
  const { base, submit, conflict } = useEdit({
    what: 'coupon',
    row: coupon,
    toValues: couponToForm,
    names: couponLabels,
    send: (form, { expiration_date, version }) => update.mutateAsync({ ...formToInput(form, expiration_date), version }),
  })
  return (
    <>
      <FormDialog
        title="Edit Coupon"
        submitLabel="Update"
        busyLabel="Updating..."
        initial={couponToForm(coupon)}
        check={(form) => checkCouponForm(form, new Date(), base.expiration_date)}
        onSubmit={submit}
        onClose={onClose}
      >
        {(form) => <CouponFields form={form} products={products} />}
      </FormDialog>
      {conflict}
    </>
  )
}
