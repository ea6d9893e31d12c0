import { type OrderDetails, completeInput, formatUsd } from '@keydesk/contract'
import { useState } from 'react'
import { serverMessageOr } from '../../api/error.ts'
import { checkWith } from '../../kit/form/form-check.ts'
import { Field } from '../../kit/form/field.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { plural } from '../../kit/text/format.ts'
import { Input } from '../../kit/controls/input.tsx'
import { useMay } from '../../session/session-provider.tsx'
import { useCompleteOrder } from './data.ts'

interface Props {
  readonly order: OrderDetails
  readonly onClose: () => void
}

const check = checkWith(completeInput)

/** Completes an order that was paid outside the storefront, also after it has ended. */
export function CompleteDialog({ order, onClose }: Props) {
  const complete = useCompleteOrder(order)
  // After a refusal the order is fetched again, and may be completed by now.
  const [before] = useState(order)
  const maySeeAmounts = useMay()('amounts:read')
  // An order that was read without amounts has none, also if the right is granted while the dialog is open.
  const [sawAmounts] = useState(maySeeAmounts)
  const seesAmounts = maySeeAmounts && sawAmounts
  return (
    <FormDialog
      title={`Complete order #${order.id} by hand?`}
      description={`${seesAmounts ? `${formatUsd(order.total)}, ordered` : 'Ordered'} by ${order.customer_email}. First check that the payment arrived: Keydesk moves no money.`}
      submitLabel="Complete order"
      busyLabel="Completing..."
      initial={{ reason: '', payment_reference: '' }}
      check={check}
      onSubmit={(values) => complete(values)}
      inlineError={(error) => serverMessageOr(error, 'Failed to complete order')}
      onClose={onClose}
    >
      {({ register, formState: { errors } }) => (
        <>
          <Field label="Reason" required helper="For the staff, in the timeline and the export." error={errors.reason?.message}>
            {(control) => <Input {...control} {...register('reason')} autoComplete="off" />}
          </Field>
          <Field
            label="Payment reference (optional)"
            helper="What your payment provider calls the payment. One reference completes one order."
            error={errors.payment_reference?.message}
          >
            {(control) => <Input {...control} {...register('payment_reference')} mono autoComplete="off" />}
          </Field>
          <p className="text-table text-muted">{consequences(before, seesAmounts)}</p>
        </>
      )}
    </FormDialog>
  )
}

function consequences({ status, items, total, coupon_code, referral, is_mail_on }: OrderDetails, seesAmounts: boolean): string {
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const [keys, is, becomes] = [plural(units, 'key'), units === 1 ? 'is' : 'are', units === 1 ? 'becomes' : 'become']
  const sold =
    status === 'pending'
      ? `The ${units === 1 ? 'reserved key' : `${units} reserved keys`} ${becomes} the customer’s.`
      : `${keys} ${is} taken from stock again, and the customer pays what the order says${seesAmounts ? `: ${formatUsd(total)}` : ''}.`
  const coupon = status !== 'pending' && coupon_code ? ` A use of coupon ${coupon_code} counts again if it has one left.` : ''
  const commission =
    referral === null ? '' : ` ${referral.referrer} earns ${seesAmounts ? formatUsd(referral.commission_amount) : 'a commission'}.`
  const delivery = is_mail_on
    ? 'The customer is mailed the keys, unless that mail is turned off.'
    : 'If none serves the storefront, send the customer the keys yourself.'
  return `${sold}${coupon}${commission} Your webhooks are notified. ${delivery}`
}
