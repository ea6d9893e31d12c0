import { type Coupon, couponStateOf } from '@keydesk/contract'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Plus, TicketPercent } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useApi, useListApi } from '../../api/context.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { FilterSelect } from '../../kit/controls/select.tsx'
import { EmptyState, NoResults } from '../../kit/feedback/empty-state.tsx'
import { useFailureToast } from '../../kit/feedback/failed.tsx'
import { lazyDialog } from '../../kit/feedback/lazy-part.tsx'
import { DraftOffers } from '../../kit/form/draft-offer.tsx'
import { Page, PageHeader } from '../../kit/layout/page.tsx'
import { useAddAsked, useDialog } from '../../kit/overlay/use-dialog.ts'
import { SearchedList } from '../../kit/table/searched-list.tsx'
import { useCloseOver, useSetSearchParams } from '../../kit/search-params.ts'
import { couponsHeader } from '../../routes/coupons.ts'
import { listHeadingClass } from '../../routes/pending.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import { productsQuery } from '../products/data.ts'
import { couponsQuery, findCoupon } from './data.ts'
import { formatDiscount, formatProducts, newestFirst, stateWords } from './format.ts'
import { couponColumns } from './table.tsx'

const CreateCouponDialog = lazyDialog('Create Coupon', async () => (await import('./dialogs.tsx')).CreateCouponDialog)
const EditCouponDialog = lazyDialog('Edit Coupon', async () => (await import('./dialogs.tsx')).EditCouponDialog)

const CouponUsageDrawer = lazyDialog('Usage of the coupon', async () => (await import('./usage.tsx')).CouponUsageDrawer)

const none = 'No coupons found'

const stateOptions = [
  { value: '', label: 'Any status' },
  ...(Object.keys(stateWords) as (keyof typeof stateWords)[]).map((state) => ({ value: state, label: stateWords[state] })),
]

const route = getRouteApi('/frame/coupons')

export function CouponsPage() {
  const api = useApi()
  const list = useListApi()
  const products = useQuery(productsQuery(api))
  useFailureToast(products, 'Failed to fetch products', { offersRetry: true })
  const dialog = useDialog<Coupon>()
  const { isOwnHost, may } = useAuth()
  const canWrite = may('coupons:write')
  useAddAsked(canWrite ? dialog.add : undefined)
  const search = route.useSearch()
  const change = useSetSearchParams()
  const closeOver = useCloseOver()
  // A foreign host lists all of them.
  const status = isOwnHost ? search.status : undefined
  const coupons = useInfiniteQuery(couponsQuery(list)).data?.rows
  const names = useMemo(() => new Map(products.data?.map(({ id, name }) => [id, name])), [products.data])
  const nameOf = useCallback((id: number) => names.get(id), [names])
  const textOf = useCallback(
    (coupon: Coupon, now: Date) =>
      [
        coupon.code,
        formatDiscount(coupon),
        coupon.is_active ? 'active' : 'inactive',
        stateWords[couponStateOf(coupon, now)],
        formatProducts(coupon, nameOf),
      ].join(' '),
    [nameOf],
  )
  const filterBy = (state: string | undefined) => void change({ status: state })
  const create = (
    <Button icon={<Plus aria-hidden />} onClick={dialog.add}>
      Create your first coupon
    </Button>
  )

  return (
    <Page>
      <PageHeader
        {...couponsHeader}
        actions={
          canWrite && (
            <Button variant="primary" isCompact icon={<Plus aria-hidden />} onClick={dialog.add}>
              Create Coupon
            </Button>
          )
        }
      />
      {canWrite && dialog.state.is === 'closed' && (
        <DraftOffers
          kind="coupon"
          rows={coupons}
          find={(id) => findCoupon(api, id)}
          nameOf={({ code }) => code}
          onRestore={dialog.restore}
        />
      )}
      <section aria-labelledby="all-coupons">
        <h2 id="all-coupons" className={listHeadingClass}>
          All Coupons
        </h2>
        <SearchedList
          key={status}
          query={(request) => couponsQuery(list, request, status)}
          label="All Coupons"
          noun="coupon"
          placeholder="Search by code or product"
          columns={couponColumns({ products, nameOf, hasUsage: isOwnHost, onEdit: canWrite ? dialog.edit : undefined })}
          textOf={textOf}
          order={newestFirst}
          failure="Failed to fetch coupons"
          none={none}
          filters={
            isOwnHost && {
              inputs: (
                <FilterSelect label="Status" value={status ?? ''} options={stateOptions} onChange={(next) => filterBy(next || undefined)} />
              ),
              count: status === undefined ? 0 : 1,
              unset: { status: undefined },
            }
          }
          empty={
            status !== undefined ? (
              <NoResults what="coupons" onClear={() => filterBy(undefined)} />
            ) : (
              <EmptyState
                icon={<TicketPercent />}
                title={none}
                hint="A code takes a percentage or an amount off, or gives a licence away."
                action={canWrite && create}
              />
            )
          }
        >
          {(loaded) =>
            isOwnHost &&
            search.usage !== undefined && (
              <CouponUsageDrawer
                key={search.usage}
                id={search.usage}
                coupon={[...(coupons ?? []), ...loaded].find(({ id }) => id === search.usage)}
                onClose={() => closeOver({ usage: undefined })}
              />
            )
          }
        </SearchedList>
      </section>
      {dialog.state.is === 'adding' && <CreateCouponDialog isDraft={dialog.state.isDraft} onClose={dialog.close} />}
      {dialog.state.is === 'editing' && (
        <EditCouponDialog coupon={dialog.state.row} isDraft={dialog.state.isDraft} onClose={dialog.close} />
      )}
    </Page>
  )
}
