import { type Product, limits } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { ListChecks, PackageOpen, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { CheckboxField } from '../../kit/controls/checkbox.tsx'
import { SearchInput } from '../../kit/controls/search-input.tsx'
import { Select } from '../../kit/controls/select.tsx'
import { EmptyState, NoResults } from '../../kit/feedback/empty-state.tsx'
import { lazyDialog } from '../../kit/feedback/lazy-part.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { Page, PageHeader } from '../../kit/layout/page.tsx'
import { Toolbar } from '../../kit/layout/toolbar.tsx'
import { useAddAsked, useDialog } from '../../kit/overlay/use-dialog.ts'
import { Pagination } from '../../kit/table/pagination.tsx'
import { countOf, formatCount, plural } from '../../kit/text/format.ts'
import { productsHeader } from '../../routes/products.ts'
import { useAuth } from '../../session/session-provider.tsx'
import { productsQuery } from './data.ts'
import { filterNames, filterOptions, filterProducts, useProductList } from './filters.ts'
import { pageOf, searchProducts } from './format.ts'
import { ProductGrid, ProductGridSkeleton, useSelection, type Selection } from './grid.tsx'
import { NewProductDialog } from './new-product.tsx'

const BulkDialog = lazyDialog('Change products', async () => (await import('./bulk/dialog.tsx')).BulkDialog)

export function ProductsPage() {
  const query = useQuery(productsQuery(useApi()))
  const address = useProductList()
  const dialog = useDialog<never>()
  const { isOwnHost, may } = useAuth()
  const canWrite = may('products:write')
  useAddAsked(canWrite ? dialog.add : undefined)
  const [isChanging, setChanging] = useState(false)
  const all = query.data ?? []
  const found = filterProducts(searchProducts(all, address.searched), address.filters)
  const selection = useSelection(all)
  const { selected } = selection
  const canChangeSeveral = canWrite && isOwnHost
  const add = canWrite && (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={dialog.add}>
      Add New Product
    </Button>
  )

  return (
    <Page>
      <PageHeader {...productsHeader} actions={add} />
      <ProductsToolbar all={query.data} found={found} address={address} selection={canChangeSeveral ? selection : undefined} />
      <Loaded query={query} failure="Error: Failed to fetch products" skeleton={<ProductGridSkeleton />}>
        {() => (
          <List
            all={all}
            found={found}
            address={address}
            selection={canChangeSeveral ? selection : undefined}
            onAdd={canWrite ? dialog.add : undefined}
          />
        )}
      </Loaded>
      {canWrite && selected.length > 0 && (
        <SelectionBar
          count={selected.length}
          hidden={selected.filter((product) => !found.includes(product)).length}
          onChange={() => setChanging(true)}
          onClear={selection.clear}
        />
      )}
      {dialog.state.is === 'adding' && <NewProductDialog onClose={dialog.close} />}
      {canWrite && isChanging && selected.length > 0 && (
        <BulkDialog products={selected} onDone={selection.clear} onClose={() => setChanging(false)} />
      )}
    </Page>
  )
}

interface ListProps {
  readonly all: readonly Product[]
  readonly found: readonly Product[]
  readonly address: ReturnType<typeof useProductList>
  readonly selection: Selection | undefined
  /** Undefined for a role that may not add products. */
  readonly onAdd: (() => void) | undefined
}

function List({ all, found, address, selection, onAdd }: ListProps) {
  if (all.length === 0) {
    const action = onAdd && (
      <Button icon={<Plus aria-hidden />} onClick={onAdd}>
        Add your first product
      </Button>
    )
    return (
      <EmptyState
        icon={<PackageOpen />}
        title="No products yet"
        hint={onAdd && 'Add one with a first variant, then upload its images and keys.'}
        action={action}
      />
    )
  }
  if (found.length === 0) return <NoResults what="products" onClear={address.clear} />
  const { page, pageCount, items } = pageOf(found, address.page)
  return (
    <>
      <ProductGrid products={items} selection={selection} />
      <Pagination page={page} pageCount={pageCount} onChange={address.setPage} />
    </>
  )
}

interface ProductsToolbarProps {
  readonly all: readonly Product[] | undefined
  readonly found: readonly Product[]
  readonly address: ReturnType<typeof useProductList>
  /** Undefined if the host cannot change several products at once. */
  readonly selection: Selection | undefined
}

const names = { status: 'Status', category: 'Category', stock: 'Stock' }

/** Search, filters, and the box that selects all found products. */
function ProductsToolbar({ all, found, address, selection }: ProductsToolbarProps) {
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

interface SelectionBarProps {
  readonly count: number
  /** The number of selected products that search and filters hide. */
  readonly hidden: number
  readonly onChange: () => void
  readonly onClear: () => void
}

/** A bar at the bottom of the window while products are selected. */
function SelectionBar({ count, hidden, onChange, onClear }: SelectionBarProps) {
  const isTooMany = count > limits.bulkProducts
  return (
    <section
      aria-label="Selected products"
      data-save-bar
      className="sticky bottom-4 z-10 mt-4 flex animate-pop flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-raised py-3 pr-3 pl-4 shadow-float max-md:bottom-2"
    >
      <div role="status" className="min-w-40 flex-1">
        <p className="font-medium">{plural(count, 'product')} selected</p>
        {isTooMany ? (
          <p className="text-table text-muted">At most {limits.bulkProducts} can be changed at once.</p>
        ) : (
          hidden > 0 && <p className="text-table text-muted">{formatCount(hidden)} of them not shown by the filters.</p>
        )}
      </div>
      <div className="ml-auto flex gap-2">
        <Button variant="ghost" onClick={onClear}>
          Clear
        </Button>
        <Button variant="primary" icon={<ListChecks aria-hidden />} disabled={isTooMany} onClick={onChange}>
          Change {plural(count, 'product')}
        </Button>
      </div>
    </section>
  )
}
