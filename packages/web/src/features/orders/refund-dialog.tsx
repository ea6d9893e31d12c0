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
import { toast } from '../../kit/feedback/toast.tsx'
import { Field } from '../../kit/form/field.tsx'
import { checkWith } from '../../kit/form/form-check.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { Card } from '../../kit/layout/card.tsx'
import { Money } from '../../kit/text/money.tsx'
import { useAuth, useMay } from '../../session/session-provider.tsx'
import { storeOrder } from './data.ts'
import { RefundLine } from './refund-line.tsx'

interface Props {
  readonly order: OrderDetails
  readonly onClose: () => void
}

interface Values {
  /** Blank until the person chooses. */
  scope: '' | 'whole' | 'items'
  /** The chosen units of each item, for the scope 'items'. */
  units: number[]
  turns: Turns
  reason: string
}

/** Ids of keys by item, those to revoke first at the beginning, where the person chose them. The rule decides about other items. */
type Turns = Readonly<Record<number, readonly number[]>>

/** Asks what to refund and why, and shows what happens to the keys. */
export function RefundDialog({ order: current, onClose }: Props) {
  // The order as it was at opening: a refund by somebody else meanwhile must not move the fields. The refusal reports it.
  const [order, setOrder] = useState(current)
  const { refund, latest } = useRefund(order)
  const maySeeAmounts = useMay()('amounts:read')
  // An order that was read without amounts has none, also if the right is granted while the dialog is open.
  const [sawAmounts] = useState(maySeeAmounts)
  const seesAmounts = maySeeAmounts && sawAmounts
  const check = checkWith(refundInput)
  const chosen = ({ scope, units, turns }: Pick<Values, 'scope' | 'units' | 'turns'>) =>
    choiceOf(order, scope === 'whole' ? everything(order) : units, scope === 'whole' ? {} : turns)
  const submit = async (values: Values, form: UseFormReturn<Values>) => {
    try {
      await refund(toInput(chosen(values), values.reason))
    } catch (refusal) {
      const now = latest() ?? order
      // Somebody else refunded or replaced something meanwhile, so the choice no longer fits.
      if (!isAsMuchLeft(now, order)) {
        form.setValue('units', nothing(now))
        form.setValue('turns', {})
      }
      setOrder(now)
      throw refusal
    }
  }
  return (
    <FormDialog<Values>
      title={`Refund order #${order.id}?`}
      description={`${seesAmounts ? `${amountOf(order)}, bought` : 'Bought'} by ${order.customer_email}. This cannot be undone.`}
      submitLabel={(values) => {
        const { isReady, total } = chosen(values)
        return isReady && seesAmounts ? `Refund ${formatUsd(total)}` : 'Refund'
      }}
      busyLabel="Refunding..."
      isDanger
      initial={{ scope: '', units: nothing(order), turns: {}, reason: '' }}
      check={(values) => check(toInput(chosen(values), values.reason))}
      isReady={(values) => chosen(values).isReady}
      onSubmit={submit}
      inlineError={(error) => serverMessageOr(error, 'Failed to refund order')}
      onClose={onClose}
    >
      {({ register, watch, setValue, formState: { errors } }) => {
        const [scope, units, turns] = watch(['scope', 'units', 'turns'])
        const choice = chosen({ scope, units, turns })
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
                    {choice.lines.map((line, index) => (
                      <RefundLine
                        {...line}
                        key={line.item.id}
                        onChange={
                          scope === 'items' ? (value) => setValue('units', units.with(index, value), { shouldDirty: true }) : undefined
                        }
                        onTurns={(next) => setValue('turns', { ...turns, [line.item.id]: next }, { shouldDirty: true })}
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

function consequences({ referral }: OrderDetails, { isWhole, lines }: ReturnType<typeof choiceOf>, seesAmounts: boolean): string {
  // A past order of another shop may have fewer keys than units.
  const count = lines.flatMap(({ keys }) => keys).length
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

/** Whether both have the same units left of each item, with the same keys. */
const isAsMuchLeft = (one: OrderDetails, other: OrderDetails): boolean => leftText(one) === leftText(other)

const leftText = (order: OrderDetails): string =>
  JSON.stringify(refundable(order).map((item) => [item.id, leftOf(item), keysInTurn(order, item, {}).map(({ id }) => id)]))

/** The keys that the customer has of an item, those to revoke first at the beginning. */
function keysInTurn({ keys, replaced_keys }: OrderDetails, { id, quantity }: OrderItem, turns: Turns): OrderKey[] {
  const turnOf = new Map(turns[id]?.map((keyId, index) => [keyId, index]))
  const turn = (key: OrderKey) => turnOf.get(key.id) ?? turnOf.size
  return keysToRevoke(keys, replaced_keys, id, quantity).toSorted((one, other) => turn(one) - turn(other))
}

/** Units that cannot be refunded count as none. */
const possible = (item: OrderItem, units: number): number => (units <= leftOf(item) ? units : 0)

/** The amount and the keys of a refund, by the server's rules (docs/reference/orders.md, Refunds). */
function choiceOf(order: OrderDetails, typed: Units, turns: Turns = {}) {
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
    lines: items.map((item, index) => {
      const keys = keysInTurn(order, item, turns)
      return {
        item,
        units: typed[index] ?? 0,
        amount: centsToDollars(cents[index]!),
        keys: keys.slice(0, chosen[index]),
        others: keys.slice(chosen[index]),
        isPicked: turns[item.id] !== undefined,
      }
    }),
  }
}

/**
 * Sends the units that were shown, also for a whole order: the server then refuses if somebody else refunded some of them meanwhile. Keys
 * are sent if the person chose them.
 */
function toInput({ lines }: ReturnType<typeof choiceOf>, reason: string) {
  const items = lines
    .map(({ item, units, keys, others, isPicked }) => ({
      ...{ id: item.id, quantity: units, left: leftOf(item) },
      ...(isPicked && others.length > 0 && { key_ids: keys.map(({ id }) => id) }),
    }))
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
