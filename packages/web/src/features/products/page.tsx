import { type Product, limits } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LayoutGrid, PackageOpen, Plus, Rows3 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { CheckboxField } from '../../kit/controls/checkbox.tsx'
import { SearchInput } from '../../kit/controls/search-input.tsx'
import { Segmented } from '../../kit/controls/segmented.tsx'
import { FilterSelect } from '../../kit/controls/select.tsx'
import { EmptyState, NoResults } from '../../kit/feedback/empty-state.tsx'
import { lazyDialog, lazyPart } from '../../kit/feedback/lazy-part.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { DraftOffers } from '../../kit/form/draft-offer.tsx'
import { Page, PageHeader } from '../../kit/layout/page.tsx'
import { Toolbar } from '../../kit/layout/toolbar.tsx'
import { useIsNarrower } from '../../kit/layout/use-is-narrower.ts'
import { useFocusRefuge } from '../../kit/overlay/focus.ts'
import { useAddAsked, useDialog } from '../../kit/overlay/use-dialog.ts'
import { Pagination } from '../../kit/table/pagination.tsx'
import { countOf, formatCount } from '../../kit/text/format.ts'
import { productsHeader } from '../../routes/products.ts'
import { useAuth } from '../../session/session-provider.tsx'
import { productsQuery } from './data.ts'
import { type Density, readDensity, useDensity } from './density.ts'
import { filterNames, filterOptions, filterProducts, useProductList } from './filters.ts'
import { pageOf, searchProducts } from './format.ts'
import { ProductGrid } from './grid.tsx'
import { ProductGridSkeleton, ProductTableSkeleton } from './pending.tsx'
import { SelectedProducts, type Selection, useSelection } from './selection.tsx'

/** Loads late, because most people stay with the grid. */
const ProductTable = lazyPart(async () => (await import('./table.tsx')).ProductTable, <ProductTableSkeleton />)
const ProductSort = lazyPart(async () => (await import('./table.tsx')).ProductSort)
const NewProductDialog = lazyDialog('Add New Product', async () => (await import('./new-product.tsx')).NewProductDialog)
const PricesDialog = lazyDialog('Change prices', async () => (await import('./prices/dialog.tsx')).PricesDialog)
const BulkDialog = lazyDialog('Edit products', async () => (await import('./bulk/dialog.tsx')).BulkDialog)

export function ProductsPage() {
  const query = useQuery(productsQuery(useApi()))
  const address = useProductList()
  const dialog = useDialog<never>()
  const { isOwnHost, may } = useAuth()
  const canWrite = may('products:write')
  useAddAsked(canWrite ? dialog.add : undefined)
  const [changing, setChanging] = useState<'nothing' | 'products' | 'prices'>('nothing')
  const all = query.data ?? []
  const found = filterProducts(searchProducts(all, address.searched), address.filters)
  const selection = useSelection(all)
  const [density, setDensity] = useDensity()
  const { selected } = selection
  // Somebody else deleted all of them: the next selection must not open the dialog.
  if (changing !== 'nothing' && selected.length === 0) setChanging('nothing')
  const Changing = changing === 'prices' ? PricesDialog : BulkDialog
  const canEditSeveral = canWrite && isOwnHost
  const listed: Listed = { all: query.data, found, address, selection: canEditSeveral ? selection : undefined, density }
  const isPhone = useIsNarrower(limits.mobileBreakpointPx)
  const bar = useFocusRefuge()
  const layout = <Segmented label="Layout" value={density} options={densities} onChange={setDensity} />

  return (
    <Page>
      <PageHeader
        {...productsHeader}
        actions={
          <>
            {isPhone && layout}
            {canWrite && (
              <Button
                variant="primary"
                isCompact
                icon={<Plus aria-hidden />}
                onPointerEnter={NewProductDialog.preload}
                onClick={dialog.add}
              >
                Add New Product
              </Button>
            )}
          </>
        }
      />
      {canWrite && dialog.state.is === 'closed' && (
        // The page of a stored product offers its draft itself.
        <DraftOffers<Product> kind="product" rows={[]} nameOf={({ name }) => name} onRestore={() => dialog.restore(undefined)} />
      )}
      <ProductsToolbar {...listed} layout={isPhone ? undefined : layout} />
      <Loaded
        query={query}
        failure="Error: Failed to fetch products"
        skeleton={density === 'table' ? <ProductTableSkeleton /> : <ProductGridSkeleton />}
      >
        {() => <List {...listed} onAdd={canWrite ? dialog.add : undefined} />}
      </Loaded>
      {canEditSeveral && (
        <div ref={bar} tabIndex={-1} className="bottom-bar outline-none">
          {selected.length > 0 && (
            <SelectedProducts
              count={selected.length}
              hidden={selected.filter((product) => !found.includes(product)).length}
              onEdit={() => setChanging('products')}
              onPrices={selected.some(({ variants }) => variants.length > 0) ? () => setChanging('prices') : undefined}
              onClear={selection.clear}
            />
          )}
        </div>
      )}
      {dialog.state.is === 'adding' && <NewProductDialog isDraft={dialog.state.isDraft} onClose={dialog.close} />}
      {canWrite && changing !== 'nothing' && (
        <Changing products={selected} onDone={selection.clear} onClose={() => setChanging('nothing')} />
      )}
    </Page>
  )
}

const densities = [
  { value: 'grid', label: 'Grid', icon: <LayoutGrid aria-hidden /> },
  { value: 'table', label: 'Table', icon: <Rows3 aria-hidden /> },
] as const

// Side by side with the products, instead of after them.
if (readDensity() === 'table') ProductTable.preload()

interface Listed {
  /** Undefined while they load. */
  readonly all: readonly Product[] | undefined
  readonly found: readonly Product[]
  readonly address: ReturnType<typeof useProductList>
  /** Undefined if the host cannot change several products at once. */
  readonly selection: Selection | undefined
  readonly density: Density
}

interface ListProps extends Listed {
  /** Undefined for a role that may not add products. */
  readonly onAdd: (() => void) | undefined
}

function List({ all, found, address, selection, density, onAdd }: ListProps) {
  const { isOwnHost, may } = useAuth()
  const mayMoveIn = isOwnHost && may('shop-imports:manage')
  if (all?.length === 0) {
    const action = onAdd && (
      <Button icon={<Plus aria-hidden />} onClick={onAdd}>
        Add your first product
      </Button>
    )
    return (
      <EmptyState
        icon={<PackageOpen />}
        title="No products yet"
        hint={
          onAdd && (
            <>
              Add one with a first variant, then upload its images and keys.
              {mayMoveIn && (
                <>
                  {' '}
                  Or{' '}
                  <Link to="." search={(before) => ({ ...before, panel: 'import-shop' })} className="text-accent hover:underline">
                    import a shop
                  </Link>
                  .
                </>
              )}
            </>
          )
        }
        action={action}
      />
    )
  }
  if (found.length === 0) return <NoResults what="products" onClear={address.clear} />
  if (density === 'table') return <ProductTable products={found} selection={selection} />
  const { page, pageCount, items } = pageOf(found, address.page)
  return (
    <>
      <ProductGrid products={items} selection={selection} />
      <Pagination page={page} pageCount={pageCount} onChange={address.setPage} />
    </>
  )
}

interface ProductsToolbarProps extends Listed {
  /** The choice of the density, which phones show beside the title. */
  readonly layout: ReactNode
}

const names = { status: 'Status', category: 'Category', stock: 'Stock' }

/** Search, filters, the box that selects all found products, and the density. */
function ProductsToolbar({ all, found, address, selection, density, layout }: ProductsToolbarProps) {
  const options = useMemo(() => filterNames.map((name) => ({ name, list: filterOptions(name, all) })), [all])
  const filterCount = filterNames.filter((name) => address.filters[name] !== '').length
  return (
    <Toolbar
      count={all && countOf(found.length, all.length, 'product')}
      filterCount={filterCount}
      isEmpty={found.length === 0}
      onClear={address.isFiltered ? address.clear : undefined}
      filters={options.map(({ name, list }) => (
        <FilterSelect
          key={name}
          label={names[name]}
          value={address.filters[name]}
          options={list}
          onChange={(value) => address.choose(name, value)}
        />
      ))}
      tools={
        selection !== undefined &&
        found.length > 0 && (
          <CheckboxField
            label={`Select all ${formatCount(found.length)}`}
            checked={found.every(({ id }) => selection.has(id))}
            onChange={(isOn) => (isOn ? selection.add(found) : selection.remove(found))}
          />
        )
      }
      sort={
        <>
          {density === 'table' && <ProductSort />}
          {layout}
        </>
      }
    >
      <SearchInput label="Search products" placeholder="Name, game or status" value={address.q} onChange={address.setQ} />
    </Toolbar>
  )
}
