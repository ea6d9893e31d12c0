import type { Coupon, Product } from '@keydesk/contract'
import { Plus, TicketPercent } from 'lucide-react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/button.tsx'
import { DraftOffers } from '../../kit/draft-offers.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { countOf } from '../../kit/format.ts'
import { LoadedList } from '../../kit/loaded-list.tsx'
import { LocalTable } from '../../kit/local-table.tsx'
import { PageHeader } from '../../kit/page-header.tsx'
import { Page } from '../../kit/page.tsx'
import { SearchInput } from '../../kit/search-input.tsx'
import { SkeletonTable } from '../../kit/skeleton.tsx'
import { Toolbar } from '../../kit/toolbar.tsx'
import { useDialog } from '../../kit/use-dialog.ts'
import { useFailureToast } from '../../kit/use-failure-toast.ts'
import { useLocalList } from '../../kit/use-local-list.ts'
import { productsQuery } from '../products/products-data.ts'
import { couponColumns } from './coupon-columns.tsx'
import { CreateCouponDialog, EditCouponDialog } from './coupon-dialogs.tsx'
import { formatDiscount, formatProducts } from './coupon-format.ts'
import { couponsQuery } from './coupons-data.ts'

const none = 'No coupons found'

export function CouponsPage() {
  const api = useApi()
  const query = useQuery(couponsQuery(api))
  const products = useQuery(productsQuery(api))
  useFailureToast(products, 'Failed to fetch products')
  const dialog = useDialog<Coupon>()
  const coupons = query.data
  const create = (
    <Button icon={<Plus aria-hidden />} onClick={dialog.add}>
      Create your first coupon
    </Button>
  )

  return (
    <Page wide>
      <PageHeader
        title="Coupons"
        description="Discount codes, and how often they may be used."
        actions={
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={dialog.add}>
            Create Coupon
          </Button>
        }
      />
      {dialog.state.is === 'closed' && (
        <DraftOffers
          kind="coupon"
          nameOf={(id) => coupons?.find((coupon) => coupon.id === id)?.code ?? null}
          onRestore={(id) => dialog.restore(coupons?.find((coupon) => coupon.id === id))}
        />
      )}
      <section aria-labelledby="all-coupons">
        <h2 id="all-coupons" className="mb-3 font-semibold">
          All Coupons
        </h2>
        <LoadedList
          query={query}
          failure="Failed to fetch coupons"
          none={none}
          empty={
            <EmptyState
              icon={<TicketPercent />}
              title={none}
              hint="A code takes a percentage or an amount off, or gives a license away."
              action={create}
            />
          }
          skeleton={<SkeletonTable rows={6} columns={6} />}
        >
          {(coupons, empty) => <CouponTable coupons={coupons} products={products} empty={empty} onEdit={dialog.edit} />}
        </LoadedList>
      </section>
      {dialog.state.is === 'adding' && <CreateCouponDialog isDraft={dialog.state.isDraft} onClose={dialog.close} />}
      {dialog.state.is === 'editing' && (
        <EditCouponDialog coupon={dialog.state.row} isDraft={dialog.state.isDraft} onClose={dialog.close} />
      )}
    </Page>
  )
}

interface TableProps {
  readonly coupons: readonly Coupon[]
  readonly products: UseQueryResult<Product[]>
  readonly empty: ReactNode
  readonly onEdit: (coupon: Coupon) => void
}

function CouponTable({ coupons, products, empty, onEdit }: TableProps) {
  const [now] = useState(() => new Date())
  const names = useMemo(() => new Map(products.data?.map(({ id, name }) => [id, name])), [products.data])
  const nameOf = useCallback((id: number) => names.get(id) ?? `#${id}`, [names])
  const columns = couponColumns({ products, nameOf, now, onEdit })
  const textOf = useCallback(
    (coupon: Coupon) =>
      [coupon.code, formatDiscount(coupon), coupon.is_active ? 'active' : 'inactive', formatProducts(coupon, nameOf)].join(' '),
    [nameOf],
  )
  const list = useLocalList({ rows: coupons, columns, textOf })
  return (
    <>
      <Toolbar count={countOf(list.found.length, coupons.length, 'coupon')}>
        <SearchInput label="Search coupons" placeholder="Search by code or product" value={list.q} onChange={list.setQ} />
      </Toolbar>
      <LocalTable label="All Coupons" list={list} columns={columns} rowKey={({ id }) => id} what="coupons" empty={empty} />
    </>
  )
}
