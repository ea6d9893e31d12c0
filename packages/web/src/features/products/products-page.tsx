import type { Product } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { PackageOpen, Plus } from 'lucide-react'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/button.tsx'
import { EmptyState, NoResults } from '../../kit/empty-state.tsx'
import { plural } from '../../kit/format.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHeader } from '../../kit/page-header.tsx'
import { Page } from '../../kit/page.tsx'
import { Pagination } from '../../kit/pagination.tsx'
import { SearchInput } from '../../kit/search-input.tsx'
import { Toolbar } from '../../kit/toolbar.tsx'
import { useDialog } from '../../kit/use-dialog.ts'
import { NewProductDialog } from './new-product-dialog.tsx'
import { ProductGrid, ProductGridSkeleton } from './product-grid.tsx'
import { pageOf, searchProducts } from './product-summary.ts'
import { productsQuery } from './products-data.ts'
import { useListAddress } from './use-list-address.ts'

export function ProductsPage() {
  const query = useQuery(productsQuery(useApi()))
  const address = useListAddress()
  const dialog = useDialog<never>()
  const found = searchProducts(query.data ?? [], address.searched)
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={dialog.add}>
      Add New Product
    </Button>
  )

  return (
    <Page>
      <PageHeader title="Products" description="What you sell: status, stock and prices at a glance." actions={add} />
      <Toolbar count={query.data && countText(found.length, query.data.length)}>
        <SearchInput label="Search products" placeholder="Search by name or game" value={address.q} onChange={address.setQ} />
      </Toolbar>
      <Loaded query={query} failure="Error: Failed to fetch products" skeleton={<ProductGridSkeleton />}>
        {(all) => <List all={all} found={found} address={address} onAdd={dialog.add} />}
      </Loaded>
      {dialog.state.is === 'adding' && <NewProductDialog onClose={dialog.close} />}
    </Page>
  )
}

interface ListProps {
  readonly all: readonly Product[]
  readonly found: readonly Product[]
  readonly address: ReturnType<typeof useListAddress>
  readonly onAdd: () => void
}

function List({ all, found, address, onAdd }: ListProps) {
  if (all.length === 0) {
    const action = (
      <Button icon={<Plus aria-hidden />} onClick={onAdd}>
        Add your first product
      </Button>
    )
    return (
      <EmptyState
        icon={<PackageOpen />}
        title="No products yet"
        hint="Add one with a first variant, then upload its images and keys."
        action={action}
      />
    )
  }
  if (found.length === 0) return <NoResults what="products" onClear={() => address.setQ('')} />
  const { page, pageCount, items } = pageOf(found, address.page)
  return (
    <>
      <ProductGrid products={items} />
      <Pagination page={page} pageCount={pageCount} onChange={address.setPage} />
    </>
  )
}

const countText = (found: number, all: number) => (found === all ? plural(all, 'product') : `${found} of ${plural(all, 'product')}`)
