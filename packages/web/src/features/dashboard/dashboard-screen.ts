import type { LoadScreen } from '../../api/screen-load.ts'
import { dailySalesQuery, periodSalesQuery, runwayQuery, statisticsQuery } from './dashboard-data.ts'
import { readPeriod } from './period.ts'

export { DashboardPage as Page } from './dashboard-page.tsx'

export const load: LoadScreen = ({ queries, client: { api }, isOwnHost, get }) => [
  queries.ensureQueryData(statisticsQuery(api)),
  ...(isOwnHost
    ? [
        queries.ensureQueryData(runwayQuery(api)),
        queries.ensureQueryData(dailySalesQuery(api, readPeriod(get))),
        queries.ensureQueryData(periodSalesQuery(api, readPeriod(get))),
      ]
    : []),
]
