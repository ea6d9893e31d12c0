import { type OrderItem, type OrderKey, leftOf } from '@keydesk/contract'
import { useState } from 'react'
import { Button } from '../../kit/controls/button.tsx'
import { CheckboxField } from '../../kit/controls/checkbox.tsx'
import { Stepper } from '../../kit/controls/stepper.tsx'
import { plural } from '../../kit/text/format.ts'
import { Money } from '../../kit/text/money.tsx'
import { formatName } from './format.ts'

/** More keys than this are counted instead of named. */
const mostNamed = 4

interface LineProps {
  readonly item: OrderItem
  /** As typed: NaN for no whole number. */
  readonly units: number
  /** Dollars. */
  readonly amount: number
  /** The masked keys that are revoked. */
  readonly keys: readonly OrderKey[]
  /** The keys that the customer keeps. */
  readonly others: readonly OrderKey[]
  /** Undefined when the whole order is refunded. */
  readonly onChange: ((units: number) => void) | undefined
  /** Called with all keys of the item, those to revoke first at the beginning. */
  readonly onTurns: (ids: number[]) => void
}

/** An item in the dialog of a refund: how many units, what they cost, and which keys are revoked. */
export function RefundLine({ item, units, amount, keys, others, onChange, onTurns }: LineProps) {
  const [isChoosing, setChoosing] = useState(false)
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
            <Money amount={amount} />
          </span>
        )}
      </div>
      {keys.length > 0 && (
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
          <p aria-live="polite" className="text-table text-muted">
            Revokes{' '}
            {keys.slice(0, mostNamed).map(({ id, value }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <code className="inline-block max-w-full font-mono break-all">{value}</code>
              </span>
            ))}
            {keys.length > mostNamed && ` and ${plural(keys.length - mostNamed, 'other')}`}
          </p>
          {others.length > 0 && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Choose keys of ${name}`}
              aria-expanded={isChoosing}
              onClick={() => setChoosing(!isChoosing)}
            >
              Choose keys
            </Button>
          )}
        </div>
      )}
      {isChoosing && keys.length > 0 && others.length > 0 && <KeyChoice name={name} keys={keys} others={others} onTurns={onTurns} />}
    </li>
  )
}

/** As many keys as units are always chosen: a further one takes the place of the one that was chosen first. */
function KeyChoice({ name, keys, others, onTurns }: Pick<LineProps, 'keys' | 'others' | 'onTurns'> & { readonly name: string }) {
  const choose = (id: number, isChosen: boolean) => {
    const rest = [...keys, ...others].map((key) => key.id).filter((each) => each !== id)
    onTurns(isChosen ? [id, ...rest] : [...rest, id])
  }
  return (
    <fieldset>
      <legend className="sr-only">Keys of {name} to revoke</legend>
      <div className="grid max-h-48 gap-x-4 overflow-y-auto px-0.5 sm:grid-cols-2">
        {[...keys, ...others]
          .toSorted((one, other) => one.id - other.id)
          .map((key) => (
            <CheckboxField
              key={key.id}
              label={<code className="font-mono text-table">{key.value}</code>}
              checked={keys.includes(key)}
              onChange={(isChosen) => choose(key.id, isChosen)}
            />
          ))}
      </div>
    </fieldset>
  )
}
