import type { LoadScreen } from '../../api/screen-load.ts'
import { announcementsQuery } from './announcements-data.ts'

export { AnnouncementsPage as Page } from './announcements-page.tsx'

export const load: LoadScreen = ({ queries, client: { list } }) => [queries.ensureInfiniteQueryData(announcementsQuery(list))]
