import type { Product } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { PackageOpen, Plus } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/button.tsx'
import { EmptyState, NoResults } from '../../kit/empty-state.tsx'
import { lazyDialog } from '../../kit/lazy-part.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHeader } from '../../kit/page-header.tsx'
import { Page } from '../../kit/page.tsx'
import { Pagination } from '../../kit/pagination.tsx'
import { useAddAsked, useDialog } from '../../kit/use-dialog.ts'
import { useAuth } from '../../session/session-provider.tsx'
import { NewProductDialog } from './new-product-dialog.tsx'
import { filterProducts } from './product-filters.ts'
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx'
import { pageOf, searchProducts } from './product-summary.ts'
import { productsQuery } from './products-data.ts'
import { ProductsToolbar } from './products-toolbar.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useListAddress } from './use-list-address.ts'
import { useSelection, type Selection } from './use-selection.ts'

const BulkDialog = lazyDialog('Change products', async () => (await import('./bulk/bulk-dialog.tsx')).BulkDialog)

export function ProductsPage() {
  const query = useQuery(productsQuery(useApi()))
  const address = useListAddress()
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
      <PageHeader title="Products" description="What you sell: status, stock and prices at a glance." actions={add} />
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
  readonly address: ReturnType<typeof useListAddress>
  readonly selection: Selection | undefined
  /** Undefined for a role that adds none. */
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
