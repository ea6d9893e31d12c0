import { formatUsd, leftOf, refundInput, refundOf, type OrderDetails, type OrderItem, type OrderKey } from '@keydesk/contract'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Card } from '../../../kit/card.tsx'
import { checkWith } from '../../../kit/check-with.ts'
import { Field } from '../../../kit/field.tsx'
import { FormDialog } from '../../../kit/form-dialog.tsx'
import { plural } from '../../../kit/format.ts'
import { Input } from '../../../kit/input.tsx'
import { Money } from '../../../kit/money.tsx'
import { Segmented } from '../../../kit/segmented.tsx'
import { Stepper } from '../../../kit/stepper.tsx'
import { formatName } from '../order-format.ts'
import { everything, isAsMuchLeft, look, nothing, refundable, toInput } from './refund-choice.ts'
import { useRefund } from './refund-data.ts'

interface Props {
  readonly order: OrderDetails
  readonly onClose: () => void
}

interface Values {
  /** Blank until the person says what. */
  scope: '' | 'whole' | 'items'
  /** Of some items. */
  units: number[]
  reason: string
}

/** What of an order is refunded and why, with what becomes of its keys. */
export function RefundDialog({ order: current, onClose }: Props) {
  // As it was opened: what somebody else refunds meanwhile moves nothing under the hand, and is told by the refusal.
  const [order, setOrder] = useState(current)
  const { refund, latest } = useRefund(order.id)
  const items = refundable(order)
  const check = checkWith(refundInput)
  const chosen = ({ scope, units }: Pick<Values, 'scope' | 'units'>) => (scope === 'whole' ? everything(order) : units)
  const submit = async (values: Values, form: UseFormReturn<Values>) => {
    try {
      await refund(toInput(order, chosen(values), values.reason))
    } catch (refusal) {
      const now = latest() ?? order
      // What was chosen no longer fits an order of which something else was refunded meanwhile.
      if (!isAsMuchLeft(now, order)) form.setValue('units', nothing(now))
      setOrder(now)
      throw refusal
    }
  }
  return (
    <FormDialog<Values>
      title={`Refund order #${order.id}?`}
      description={`Of ${order.customer_email}, ${formatUsd(order.total)}. This cannot be undone.`}
      submitLabel={(values) => {
        const { units, total } = look(order, chosen(values))
        return units === 0 ? 'Refund' : `Refund ${formatUsd(total)}`
      }}
      busyLabel="Refunding..."
      isDanger
      initial={{ scope: '', units: nothing(order), reason: '' }}
      check={(values) => check(toInput(order, chosen(values), values.reason))}
      isReady={(values) => look(order, chosen(values)).units > 0}
      onSubmit={submit}
      inlineError={(error) => error.said ?? 'Failed to refund order'}
      onClose={onClose}
    >
      {({ register, watch, setValue, formState: { errors } }) => {
        const [scope, ofItems] = watch(['scope', 'units'])
        const units = chosen({ scope, units: ofItems })
        const choice = look(order, units)
        return (
          <>
            <Segmented
              label="What to refund"
              value={scope}
              options={scopes}
              onChange={(next) => setValue('scope', next as Values['scope'])}
            />
            {scope !== '' && (
              <>
                <Card className="divide-y divide-border">
                  <ul className="divide-y divide-border">
                    {items.map((item, index) => (
                      <Line
                        key={item.id}
                        item={item}
                        units={units[index] ?? 0}
                        keys={choice.keys.get(item.id) ?? []}
                        onChange={
                          scope === 'items' ? (value) => setValue('units', units.with(index, value), { shouldDirty: true }) : undefined
                        }
                      />
                    ))}
                  </ul>
                  <p aria-live="polite" className="px-4 py-3 font-semibold">
                    To be refunded: <Money amount={choice.total} />
                  </p>
                </Card>
                <Field
                  label="Reason"
                  helper="Optional. For the staff: it stands in the timeline and in the export."
                  error={errors.reason?.message}
                >
                  {(control) => <Input {...control} {...register('reason')} autoComplete="off" />}
                </Field>
                <p className="text-table text-muted">{consequences(order, choice)}</p>
              </>
            )}
          </>
        )
      }}
    </FormDialog>
  )
}

const scopes = [
  { value: 'whole', label: 'Whole order' },
  { value: 'items', label: 'Some items' },
]

/** As many keys are named; the others are counted. */
const mostNamed = 4

interface LineProps {
  readonly item: OrderItem
  readonly units: number
  readonly keys: readonly OrderKey[]
  /** Undefined where all that is left is refunded. */
  readonly onChange: ((units: number) => void) | undefined
}

function Line({ item, units, keys, onChange }: LineProps) {
  const left = leftOf(item)
  const name = formatName(item.variant)
  return (
    <li className="px-4 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-40">
          <p className="break-words">{name}</p>
          <p className="text-table text-muted">{left === item.quantity ? `${left} bought` : `${left} of ${item.quantity} left`}</p>
        </div>
        {onChange && <Stepper value={units} max={left} label={`${name} to refund`} onChange={onChange} />}
        <span className="min-w-16 text-right">
          <Money amount={refundOf(item, units)} />
        </span>
      </div>
      {keys.length > 0 && (
        <p className="mt-1 text-table text-muted">
          Revokes{' '}
          {keys.slice(0, mostNamed).map(({ id, value }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <code className="inline-block max-w-full font-mono break-all">{value}</code>
            </span>
          ))}
          {keys.length > mostNamed && ` and ${plural(keys.length - mostNamed, 'other')}`}
        </p>
      )}
    </li>
  )
}

function consequences({ referral }: OrderDetails, { isWhole, units }: ReturnType<typeof look>): string {
  const lost =
    units === 0 ? '' : `${units === 1 ? 'The key is' : `The ${units} keys are`} revoked for good: revoked keys never return to stock. `
  const share = isWhole ? 'is rejected' : 'is reduced by its share'
  const commission =
    referral === null || referral.status === 'rejected'
      ? ''
      : `The commission of ${formatUsd(referral.commission_amount)} for ${referral.referrer} ${share}. `
  const counted = isWhole
    ? 'The order becomes refunded, and statistics no longer count it.'
    : 'The order stays completed, and statistics lose the share.'
  return `${lost}${commission}${counted} Keydesk moves no money: return the payment where it was made.`
}
