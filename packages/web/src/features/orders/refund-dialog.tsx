import {
  type OrderDetails,
  type OrderItem,
  type OrderKey,
  type RefundInput,
  centsToDollars,
  dollarsToCents,
  formatUsd,
  keysToRevoke,
  leftOf,
  orders,
  refundInput,
  refundOf,
} from '@keydesk/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useApi } from '../../api/context.tsx'
import { isAnswerLost, serverMessageOr } from '../../api/error.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { Input } from '../../kit/controls/input.tsx'
import { Segmented } from '../../kit/controls/segmented.tsx'
import { Stepper } from '../../kit/controls/stepper.tsx'
import { toast } from '../../kit/feedback/toast.tsx'
import { Field } from '../../kit/form/field.tsx'
import { checkWith } from '../../kit/form/form-check.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { Card } from '../../kit/layout/card.tsx'
import { plural } from '../../kit/text/format.ts'
import { Money } from '../../kit/text/money.tsx'
import { useAuth, useMay } from '../../session/session-provider.tsx'
import { storeOrder } from './data.ts'
import { formatName } from './format.ts'

interface Props {
  readonly order: OrderDetails
  readonly onClose: () => void
}

interface Values {
  /** Blank until the person chooses. */
  scope: '' | 'whole' | 'items'
  /** The chosen units of each item, for the scope 'items'. */
  units: number[]
  reason: string
}

/** Asks what to refund and why, and shows what happens to the keys. */
export function RefundDialog({ order: current, onClose }: Props) {
  // The order as it was at opening: a refund by somebody else meanwhile must not move the fields. The refusal reports it.
  const [order, setOrder] = useState(current)
  const { refund, latest } = useRefund(order)
  const items = refundable(order)
  const seesAmounts = useMay()('amounts:read')
  const check = checkWith(refundInput)
  const chosen = ({ scope, units }: Pick<Values, 'scope' | 'units'>) => (scope === 'whole' ? everything(order) : units)
  const submit = async (values: Values, form: UseFormReturn<Values>) => {
    try {
      await refund(toInput(order, chosen(values), values.reason))
    } catch (refusal) {
      const now = latest() ?? order
      // Somebody else refunded something meanwhile, so the choice no longer fits.
      if (!isAsMuchLeft(now, order)) form.setValue('units', nothing(now))
      setOrder(now)
      throw refusal
    }
  }
  return (
    <FormDialog<Values>
      title={`Refund order #${order.id}?`}
      description={`${seesAmounts ? `${amountOf(order)}, bought` : 'Bought'} by ${order.customer_email}. This cannot be undone.`}
      submitLabel={(values) => {
        const { isReady, total } = choiceOf(order, chosen(values))
        return isReady && seesAmounts ? `Refund ${formatUsd(total)}` : 'Refund'
      }}
      busyLabel="Refunding..."
      isDanger
      initial={{ scope: '', units: nothing(order), reason: '' }}
      check={(values) => check(toInput(order, chosen(values), values.reason))}
      isReady={(values) => choiceOf(order, chosen(values)).isReady}
      onSubmit={submit}
      inlineError={(error) => serverMessageOr(error, 'Failed to refund order')}
      onClose={onClose}
    >
      {({ register, watch, setValue, formState: { errors } }) => {
        const [scope, ofItems] = watch(['scope', 'units'])
        const units = chosen({ scope, units: ofItems })
        const choice = choiceOf(order, units)
        return (
          <>
            <Segmented
              label="What to refund"
              value={scope}
              options={scopesOf(order)}
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
                  {seesAmounts && (
                    <p aria-live="polite" className="px-4 py-3 font-medium">
                      To be refunded: <Money amount={choice.total} />
                    </p>
                  )}
                </Card>
                <Field label="Reason" helper="Optional. For the staff, in the timeline and the export." error={errors.reason?.message}>
                  {(control) => <Input {...control} {...register('reason')} autoComplete="off" />}
                </Field>
                <p className="text-table text-muted">{consequences(order, choice, seesAmounts)}</p>
              </>
            )}
          </>
        )
      }}
    </FormDialog>
  )
}

const isPartlyRefunded = ({ items }: OrderDetails): boolean => items.some((item) => leftOf(item) < item.quantity)

function amountOf(order: OrderDetails): string {
  const total = formatUsd(order.total)
  return isPartlyRefunded(order) ? `${formatUsd(choiceOf(order, everything(order)).total)} left of ${total}` : total
}

const scopesOf = (order: OrderDetails) => [
  { value: 'whole', label: isPartlyRefunded(order) ? 'Everything left' : 'Whole order' },
  { value: 'items', label: 'Some items' },
]

/** More keys than this are counted instead of named. */
const mostNamed = 4

interface LineProps {
  readonly item: OrderItem
  readonly units: number
  readonly keys: readonly OrderKey[]
  /** Undefined when the whole order is refunded. */
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
        {item.paid !== undefined && (
          <span className="min-w-16 text-right">
            <Money amount={refundOf(item, possible(item, units))} />
          </span>
        )}
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

function consequences({ referral }: OrderDetails, { isWhole, keys }: ReturnType<typeof choiceOf>, seesAmounts: boolean): string {
  // A past order of another shop may have fewer keys than units.
  const count = [...keys.values()].flat().length
  const lost =
    count === 0 ? '' : `${count === 1 ? 'The key is' : `The ${count} keys are`} revoked for good: revoked keys never return to stock. `
  const share = isWhole ? 'is rejected' : 'is reduced by its share'
  const commission =
    referral === null || referral.status === 'rejected'
      ? ''
      : `The commission${seesAmounts ? ` of ${formatUsd(referral.commission_amount)}` : ''} for ${referral.referrer} ${share}. `
  const counted = isWhole
    ? 'The order becomes refunded, and statistics no longer count it.'
    : 'The order stays completed, and statistics no longer count this part.'
  return `${lost}${commission}${counted} Keydesk moves no money: return the payment where it was made.`
}

/** The units of each item to refund, in the order of `refundable`, as typed: NaN for no whole number. */
export type Units = readonly number[]

/** The items with units left to refund. */
const refundable = ({ items }: OrderDetails): OrderItem[] => items.filter((item) => leftOf(item) > 0)

export const everything = (order: OrderDetails): number[] => refundable(order).map(leftOf)

export const nothing = (order: OrderDetails): number[] => refundable(order).map(() => 0)

/** Whether both have the same units left of each item. */
const isAsMuchLeft = (one: OrderDetails, other: OrderDetails): boolean => leftText(one) === leftText(other)

const leftText = (order: OrderDetails): string => JSON.stringify(refundable(order).map((item) => [item.id, leftOf(item)]))

/** Units that cannot be refunded count as none. */
const possible = (item: OrderItem, units: number): number => (units <= leftOf(item) ? units : 0)

/** The amount and the keys of a refund, by the server's rules (docs/reference/orders.md, Refunds). */
function choiceOf(order: OrderDetails, typed: Units) {
  const items = refundable(order)
  const chosen = items.map((item, index) => possible(item, typed[index] ?? 0))
  const units = chosen.reduce((sum, each) => sum + each, 0)
  const cents = items.map((item, index) => dollarsToCents(refundOf(item, chosen[index] ?? 0)))
  return {
    /** Dollars. */
    total: centsToDollars(cents.reduce((sum, amount) => sum + amount, 0)),
    /** Something is chosen, and all that is typed can be refunded. */
    isReady: units > 0 && chosen.every((each, index) => each === (typed[index] ?? 0)),
    /** The refund leaves nothing of the order. */
    isWhole: items.every((item, index) => chosen[index] === leftOf(item)),
    /** The masked keys that the refund revokes, by item. */
    keys: new Map(items.map((item, index) => [item.id, keysToRevoke(order.keys, order.replaced_keys, item.id, chosen[index] ?? 0)])),
  }
}

/** Sends the units that were shown, also for a whole order: the server then refuses if somebody else refunded some of them meanwhile. */
export function toInput(order: OrderDetails, chosen: Units, reason: string) {
  const items = refundable(order)
    .map((item, index) => ({ id: item.id, quantity: chosen[index] ?? 0, left: leftOf(item) }))
    .filter(({ quantity }) => quantity !== 0)
  return { ...(reason.trim() !== '' && { reason: reason.trim() }), items }
}

/** Whether an order that was refetched has this refund, by this person, and `before` has not. */
function hasRefund(now: OrderDetails, before: OrderDetails, { items, reason }: RefundInput, actor: string | undefined): boolean {
  const textOf = (lines: readonly { id: number; quantity: number }[]) =>
    JSON.stringify(lines.map(({ id, quantity }) => [id, quantity]).toSorted(([one], [other]) => one! - other!))
  return now.refunds.some(
    (refund) =>
      !before.refunds.some(({ id }) => id === refund.id) &&
      textOf(refund.items) === textOf(items ?? []) &&
      refund.reason === (reason ?? null) &&
      now.timeline.some((entry) => entry.at === refund.at && entry.actor === actor && entry.action.endsWith('refunded')),
  )
}

/**
 * Refunds an order or a part of it. A failure rejects: the order on screen may then be out of date, and `latest` returns the refetched one.
 * @param order the order as it is shown
 */
function useRefund(order: OrderDetails) {
  const { id } = order
  const api = useApi()
  const queries = useQueryClient()
  const username = useAuth().user?.username
  const latest = () => queries.getQueryData<OrderDetails>(queryKeys.order(id))
  const refund = useMutation({
    mutationFn: async (body: RefundInput) => {
      try {
        storeOrder(queries, await api(orders.refund, { params: { id }, body }))
      } catch (error) {
        // Somebody else may have been first, or the answer was lost. The dialog waits for the order alone, which is among them.
        void queries.invalidateQueries({ queryKey: queryKeys.everything })
        await queries.invalidateQueries({ queryKey: queryKeys.order(id) }, { cancelRefetch: false })
        const now = latest()
        if (!isAnswerLost(error) || now === undefined || !hasRefund(now, order, body, username)) throw error
      }
    },
    onSuccess: () => {
      const isWhole = latest()?.status === 'refunded'
      toast.success(isWhole ? 'Order refunded successfully' : 'Items refunded successfully')
      void queries.invalidateQueries({ queryKey: queryKeys.everything })
    },
  })
  return { refund: refund.mutateAsync, latest }
}
