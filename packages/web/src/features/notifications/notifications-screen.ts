import type { LoadScreen } from '../../api/screen-load.ts'
import { notificationsQuery } from './notifications-data.ts'

export { NotificationsPage as Page } from './notifications-page.tsx'

export const load: LoadScreen = ({ queries, client: { list } }) => [queries.ensureInfiniteQueryData(notificationsQuery(list))]
