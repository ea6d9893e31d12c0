import type { Coupon } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useEdit } from '../../kit/form/use-edit.tsx'
import { productsQuery } from '../products/data.ts'
import { useCreateCoupon, useUpdateCoupon } from './data.ts'
import { CouponDryRun } from './dry-run.tsx'
import { CouponFields } from './fields.tsx'
import { checkCouponForm, couponLabels, couponToForm, emptyCouponForm, formToInput } from './form.ts'
import type { OfProducts } from './format.ts'

interface Props {
  /** With the draft of an earlier visit in it. */
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
  const { base, submit, conflict, rebase } = useEdit({
    what: 'coupon',
    row: coupon,
    toValues: couponToForm,
    names: couponLabels,
    send: (form, stored) => update.mutateAsync({ ...formToInput(form, stored), version: stored.version }),
  })
  return (
    <>
      <FormDialog
        title="Edit Coupon"
        submitLabel="Update"
        busyLabel="Updating..."
        initial={couponToForm(coupon)}
        check={(form) => checkCouponForm(form, new Date(), base)}
        onSubmit={submit}
        draft={{ thing: `coupon:${coupon.id}`, version: base.version, isWanted: isDraft, onRestored: rebase }}
        onClose={onClose}
      >
        {(form) => (
          <>
            <CouponFields form={form} products={products} names={namesOf(coupon)} />
            <CouponDryRun form={form} toInput={(values) => formToInput(values, base)} />
          </>
        )}
      </FormDialog>
      {conflict}
    </>
  )
}

/** Names of products that came with the coupon. */
const namesOf = ({ product_names }: OfProducts) => product_names
