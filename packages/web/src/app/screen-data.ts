import type { QueryClient } from '@tanstack/react-query'
import type { Client } from '../api/context.tsx'
import { couponsQuery } from '../features/coupons/coupons-data.ts'
import { dailySalesQuery, statisticsQuery } from '../features/dashboard/dashboard-data.ts'
import { readDays } from '../features/dashboard/use-chart-days.ts'
import { botStatusQuery } from '../features/discord/bot-status-data.ts'
import { discordSettingsQuery, notificationLogsQuery } from '../features/discord/discord-data.ts'
import { notificationsQuery } from '../features/notifications/notifications-data.ts'
import { readFilters } from '../features/orders/order-address.ts'
import { ordersQuery } from '../features/orders/orders-data.ts'
import { productQuery, productsQuery, readProductId } from '../features/products/products-data.ts'
import { pendingPayoutsQuery, referralUsersQuery } from '../features/referrals/referrals-data.ts'
import type { ScreenPath } from './screens.ts'

interface Place {
  readonly queries: QueryClient
  readonly client: Client
  readonly params: Readonly<Record<string, string | undefined>>
  /** One value of the address's search part. */
  readonly get: (name: string) => string
}

/** What each screen shows first, with the query options that the screen itself uses. */
const loads: Readonly<Record<ScreenPath, (place: Place) => readonly Promise<unknown>[]>> = {
  '/': ({ queries, client: { api }, get }) => [
    queries.ensureQueryData(statisticsQuery(api)),
    queries.ensureQueryData(dailySalesQuery(api, readDays(get('days')))),
  ],
  '/products': ({ queries, client: { api } }) => [queries.ensureQueryData(productsQuery(api))],
  '/products/$id': ({ queries, client: { api }, params }) => {
    const id = readProductId(params.id)
    return id === null ? [] : [queries.ensureQueryData(productQuery(api, id))]
  },
  '/purchases/orders': ({ queries, client: { api }, get }) => [queries.ensureInfiniteQueryData(ordersQuery(api, readFilters(get)))],
  '/notifications': ({ queries, client: { list } }) => [queries.ensureInfiniteQueryData(notificationsQuery(list))],
  '/coupons': ({ queries, client: { api, list } }) => [
    queries.ensureInfiniteQueryData(couponsQuery(list)),
    queries.ensureQueryData(productsQuery(api)),
  ],
  '/referrals': ({ queries, client: { list } }) => [
    queries.ensureInfiniteQueryData(referralUsersQuery(list)),
    queries.ensureInfiniteQueryData(pendingPayoutsQuery(list)),
  ],
  '/discord': ({ queries, client: { api } }) => [
    queries.ensureQueryData(botStatusQuery(api)),
    queries.ensureQueryData(discordSettingsQuery(api)),
    queries.ensureQueryData(notificationLogsQuery(api)),
  ],
}

/** Fetches what a screen shows first, while its code loads. A query that fails shows on the screen, in its own words. */
export const loadScreen = (path: ScreenPath, place: Place): Promise<unknown> => Promise.allSettled(loads[path](place))
