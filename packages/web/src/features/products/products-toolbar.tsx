import type { Product } from '@keydesk/contract'
import { useMemo } from 'react'
import { Button } from '../../kit/button.tsx'
import { CheckboxField } from '../../kit/checkbox.tsx'
import { countOf, formatCount } from '../../kit/format.ts'
import { SearchInput } from '../../kit/search-input.tsx'
import { Select } from '../../kit/select.tsx'
import { Toolbar } from '../../kit/toolbar.tsx'
import { filterNames, filterOptions } from './product-filters.ts'
import type { useListAddress } from './use-list-address.ts'
import type { Selection } from './use-selection.ts'

interface Props {
  readonly all: readonly Product[] | undefined
  readonly found: readonly Product[]
  readonly address: ReturnType<typeof useListAddress>
  /** Undefined where the host cannot change several products at once. */
  readonly selection: Selection | undefined
}

const names = { status: 'Status', category: 'Category', stock: 'Stock' }

/** The search, the filters, and the box that selects all that they leave. */
export function ProductsToolbar({ all, found, address, selection }: Props) {
  const options = useMemo(() => filterNames.map((name) => ({ name, list: filterOptions(name, all) })), [all])
  return (
    <Toolbar count={all && countOf(found.length, all.length, 'product')}>
      <SearchInput label="Search products" placeholder="Name, game or status" value={address.q} onChange={address.setQ} />
      <div className="grid grid-cols-2 items-center gap-2 max-md:w-full md:flex md:flex-wrap">
        {options.map(({ name, list }) => (
          <Select
            key={name}
            aria-label={names[name]}
            className="md:w-40"
            value={address.filters[name]}
            options={list}
            onChange={(value) => address.choose(name, value)}
          />
        ))}
        {selection !== undefined && found.length > 0 && (
          <CheckboxField
            label={`Select all ${formatCount(found.length)}`}
            checked={found.every(({ id }) => selection.has(id))}
            onChange={(isOn) => (isOn ? selection.add(found) : selection.remove(found))}
          />
        )}
        {address.isFiltered && found.length > 0 && (
          <Button variant="ghost" onClick={address.clear}>
            Clear filters
          </Button>
        )}
      </div>
    </Toolbar>
  )
}
