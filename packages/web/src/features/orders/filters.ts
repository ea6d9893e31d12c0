import { type OrderState, limits, ordersExport } from '@keydesk/contract'
import { useDownload } from '../../api/context.tsx'
import { useAction } from '../../kit/feedback/use-action.ts'
import { viewerZone } from '../../kit/text/format.ts'
import { saveFile } from '../../kit/text/save-file.ts'
import type { ordersSearch } from '../../routes/orders.ts'

/** Filters of the list; an undefined one is not sent. */
export interface OrderFilters {
  readonly q?: string
  readonly status?: OrderState
  /** First and last day, in the viewer's time zone. */
  readonly from?: string
  readonly to?: string
  /** Only orders with this coupon. */
  readonly coupon_id?: number
  /** Only orders that a storefront made with this API key. */
  readonly api_key_id?: number
}

export type OrdersSearch = Omit<ReturnType<typeof ordersSearch>, 'order'>

/** The filters in an address. A text that the list does not take is cut: it finds nothing either way. */
export const filtersOf = ({ q, status, from, to, coupon, api_key }: OrdersSearch): OrderFilters => ({
  ...(q && { q: q.slice(0, limits.listSearch) }),
  ...(status && { status }),
  ...(from && { from }),
  ...(to && { to }),
  ...(coupon && { coupon_id: coupon }),
  ...(api_key && { api_key_id: api_key }),
})

/** Exports all orders that match the filters, also those that the list has not loaded: a row for each order, or for each of its lines. */
export function useExportOrders() {
  const download = useDownload()
  return useAction({
    run: async ({ filters, rows }: { readonly filters: OrderFilters; readonly rows: 'orders' | 'lines' }) => {
      const { blob, name } = await download(ordersExport.path, {
        ...filters,
        rows: rows === 'lines' ? rows : undefined,
        time_zone: viewerZone(),
      })
      saveFile(blob, name ?? 'orders.csv')
    },
    success: null,
    failure: { serverOr: 'Failed to export orders' },
    refresh: null,
  })
}
