import { setup } from '@keydesk/contract'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'

/** What a new shop still needs. */
export const setupQuery = (api: Api) =>
  queryOptions({
    queryKey: queryKeys.setup,
    queryFn: async ({ signal }) => (await api(setup.list, {}, { signal })).data,
    // Steps are done on other screens.
    staleTime: 0,
  })
