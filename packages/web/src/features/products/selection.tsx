import { type Product, limits } from '@keydesk/contract'
import { cx } from 'class-variance-authority'
import { CircleDollarSign, ListChecks } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../kit/controls/button.tsx'
import { Checkbox } from '../../kit/controls/checkbox.tsx'
import { SelectionBar } from '../../kit/layout/bottom-bar.tsx'
import { formatCount, plural } from '../../kit/text/format.ts'

type Rows = readonly Pick<Product, 'id'>[]
const idsOf = (rows: Rows) => new Set(rows.map(({ id }) => id))

/** The selected products on all pages. A product that leaves the list is no longer selected. */
export function useSelection(all: readonly Product[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  return {
    selected: all.filter(({ id }) => ids.has(id)),
    has: (id: number) => ids.has(id),
    add: (rows: Rows) => setIds((before) => before.union(idsOf(rows))),
    remove: (rows: Rows) => setIds((before) => before.difference(idsOf(rows))),
    clear: () => setIds(new Set()),
  }
}

export type Selection = ReturnType<typeof useSelection>

interface SelectBoxProps {
  readonly product: Product
  readonly selection: Selection
  readonly className: string
  /** Gives the box a ground of its own. */
  readonly isOnPicture?: boolean
}

/** The box that selects a card or a row. Until one is selected, it shows only on touch screens, and on the hovered or focused card or row. */
export function SelectBox({ product, selection, className, isOnPicture = false }: SelectBoxProps) {
  const id = `select-${product.id}`
  return (
    <label
      htmlFor={id}
      className={cx(
        'z-1 flex items-center justify-center',
        selection.selected.length === 0 &&
          'opacity-0 transition-opacity touch:opacity-100 in-[:is(li,tr):is(:hover,:focus-within)]:opacity-100',
        className,
      )}
    >
      <span className={isOnPicture ? 'flex size-8 items-center justify-center rounded-control border border-border bg-surface' : 'flex'}>
        <Checkbox
          id={id}
          aria-label={`Select ${product.name}`}
          checked={selection.has(product.id)}
          onChange={(isOn) => (isOn ? selection.add([product]) : selection.remove([product]))}
        />
      </span>
    </label>
  )
}

interface Props {
  readonly count: number
  /** The number of selected products that search and filters hide. */
  readonly hidden: number
  readonly onEdit: () => void
  /** Undefined if none of them has a variant. */
  readonly onPrices: (() => void) | undefined
  readonly onClear: () => void
}

/** What can be done with the selected products. */
export function SelectedProducts({ count, hidden, onEdit, onPrices, onClear }: Props) {
  const isTooMany = count > limits.bulkProducts
  const note = isTooMany
    ? `At most ${limits.bulkProducts} can be edited at once.`
    : hidden > 0 && `${formatCount(hidden)} of them not shown by the filters.`
  return (
    <SelectionBar
      label="Selected products"
      count={plural(count, 'product')}
      notes={note && <p className="text-table text-muted">{note}</p>}
      onClear={onClear}
    >
      {onPrices && (
        <Button icon={<CircleDollarSign aria-hidden />} disabled={isTooMany} onClick={onPrices}>
          Change prices
        </Button>
      )}
      <Button variant="primary" icon={<ListChecks aria-hidden />} disabled={isTooMany} onClick={onEdit}>
        Edit {plural(count, 'product')}
      </Button>
    </SelectionBar>
  )
}
