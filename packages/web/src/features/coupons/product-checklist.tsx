import type { Product } from '@keydesk/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId, useMemo, useState, type Ref } from 'react'
import { Button } from '../../kit/button.tsx'
import { CheckboxField } from '../../kit/checkbox.tsx'
import { plural } from '../../kit/format.ts'
import { Input } from '../../kit/input.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { ShowMore } from '../../kit/show-more.tsx'
import { choicesOf, searchChoices } from './product-choices.ts'

interface Props {
  readonly query: UseQueryResult<Product[]>
  /** Of products that came with the coupon, by id. */
  readonly names: Readonly<Record<string, string>> | undefined
  readonly chosen: readonly number[]
  readonly onChange: (ids: number[]) => void
  readonly error: string | undefined
  /** Takes the focus when nothing was chosen. */
  readonly focusRef: Ref<HTMLFieldSetElement>
}

/** From here on, a search is quicker than the eye. */
const long = 8
/** Boxes that are drawn at once, and more on request: each costs time with every change of the form. */
const step = 50

export function ProductChecklist({ query, names, chosen, onChange, error, focusRef }: Props) {
  const id = useId()
  return (
    <fieldset
      ref={focusRef}
      tabIndex={-1}
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={error && `${id}-error`}
      className="min-w-0 rounded-control"
    >
      <legend className="mb-1.5 font-medium">Products</legend>
      <Loaded query={query} failure="Failed to fetch products">
        {(products) => <Choices products={products} names={names} chosen={chosen} onChange={onChange} />}
      </Loaded>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1.5 text-caption text-red">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface ChoicesProps extends Pick<Props, 'names' | 'chosen' | 'onChange'> {
  readonly products: readonly Product[]
}

function Choices({ products, names, chosen, onChange }: ChoicesProps) {
  const [typed, setTyped] = useState('')
  const [limit, setLimit] = useState(step)
  const all = useMemo(() => choicesOf(products, chosen, names), [products, chosen, names])
  const shown = searchChoices(all, typed)
  if (all.length === 0) {
    return <p className="rounded-control border border-border p-4 text-center text-muted">No products available. Add products first.</p>
  }
  const toggle = (id: number, isOn: boolean) => onChange(isOn ? [...chosen, id] : chosen.filter((other) => other !== id))
  const shownIds = shown.map(({ id }) => id)
  const areAllOn = shown.length > 0 && shownIds.every((id) => chosen.includes(id))
  return (
    <div className="overflow-hidden rounded-control border border-edge">
      {all.length > long && (
        <Input
          type="text"
          role="searchbox"
          aria-label="Search products"
          placeholder="Search products"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setLimit(step)
          }}
          // Enter in a search must not create the coupon.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          className="rounded-none! border-0! border-b! border-border! -outline-offset-2"
        />
      )}
      {/* Its boxes take the focus one by one, but a list that scrolls must be reachable itself. */}
      <div role="group" aria-label="Products" className="max-h-44 overflow-y-auto px-3 py-1">
        {shown.slice(0, limit).map((choice) => (
          <CheckboxField
            key={choice.id}
            label={choice.isKnown ? choice.name : <span className="text-muted">{choice.name}, no longer there</span>}
            checked={chosen.includes(choice.id)}
            onChange={(isOn) => toggle(choice.id, isOn)}
          />
        ))}
        {shown.length > limit && <ShowMore shown={limit} total={shown.length} onMore={() => setLimit(limit + step)} />}
        {shown.length === 0 && <p className="py-3 text-center text-muted">No products match</p>}
      </div>
      <div className="flex min-h-10 items-center justify-between gap-2 border-t border-border py-0.5 pr-1 pl-3">
        <p role="status" className="text-table text-muted tabular-nums">
          {plural(chosen.length, 'product')} selected
        </p>
        <Button
          variant="ghost"
          size="sm"
          disabled={shown.length === 0}
          onClick={() => onChange(areAllOn ? chosen.filter((id) => !shownIds.includes(id)) : [...new Set([...chosen, ...shownIds])])}
        >
          {areAllOn ? 'Clear' : 'Select all'}
        </Button>
      </div>
    </div>
  )
}
