import { type SessionRow, sessions } from '@keydesk/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { MonitorX } from 'lucide-react'
import type { Api } from '../../api/call.ts'
import { useApi } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { Button, IconButton } from '../../kit/controls/button.tsx'
import { Badge } from '../../kit/feedback/badge.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonTable } from '../../kit/feedback/loading.tsx'
import { useAction } from '../../kit/feedback/use-action.ts'
import { useConfirm } from '../../kit/overlay/confirm.tsx'
import { PanelSection } from '../../kit/overlay/drawer.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { plural } from '../../kit/text/format.ts'

/** The sessions of the signed-in person. */
export function SessionsPanel() {
  const query = useQuery(sessionsQuery(useApi()))
  const others = query.data?.filter(({ current }) => !current).length ?? 0
  return (
    <PanelSection
      title="Your devices"
      description="Every browser where you are signed in. If you do not know one, end it and change your password."
      action={others > 0 && <EndOthers others={others} />}
    >
      <Loaded query={query} failure="Failed to fetch your sessions" skeleton={<SkeletonTable rows={2} columns={4} />}>
        {(rows) => <DataTable label="Sessions" rows={rows} columns={columns} rowKey={({ id }) => id} empty={null} />}
      </Loaded>
    </PanelSection>
  )
}

const deviceOf = ({ device }: SessionRow): string => device || 'Unknown device'

const columns: Column<SessionRow>[] = [
  {
    title: 'Device',
    share: 2,
    priority: 'high',
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        {deviceOf(row)}
        {row.current && <Badge tone="green">This device</Badge>}
      </span>
    ),
  },
  { title: 'Network', share: 1, cell: ({ network }) => <span className="font-mono">{network || 'Unknown'}</span> },
  { title: 'Signed in', cell: ({ created_at }) => <DateText at={created_at} as="time" /> },
  { title: 'Last seen', cell: ({ last_seen_at }) => <DateText at={last_seen_at} as="time" /> },
  { title: 'Actions', hideTitle: true, isActions: true, cell: (row) => (row.current ? null : <EndSession session={row} />) },
]

function EndSession({ session }: { readonly session: SessionRow }) {
  const confirm = useConfirm()
  const end = useEndSession()
  const name = deviceOf(session)
  const ask = async () => {
    const text = `${name}${session.network === '' ? '' : ` at ${session.network}`} is signed out at once.`
    if (await confirm({ title: 'End this session?', text, yes: 'End session', isDanger: true })) end.mutate(session)
  }
  return <IconButton label={`End the session of ${name}`} icon={<MonitorX aria-hidden />} busy={end.isPending} onClick={() => void ask()} />
}

function EndOthers({ others }: { readonly others: number }) {
  const confirm = useConfirm()
  const end = useEndOtherSessions()
  const ask = async () => {
    const text = `${plural(others, 'session')} ${others === 1 ? 'ends' : 'end'} at once. This device stays signed in.`
    if (await confirm({ title: 'End all other sessions?', text, yes: 'End all others', isDanger: true })) end.mutate(undefined)
  }
  return (
    <Button busy={end.isPending && 'Ending...'} onClick={() => void ask()}>
      End all others
    </Button>
  )
}

const sessionsQuery = (api: Api) =>
  queryOptions({
    queryKey: queryKeys.sessions,
    queryFn: async ({ signal }) => (await api(sessions.list, {}, { signal })).data,
    // Another device may have signed in or out since.
    staleTime: 0,
  })

function useEndSession() {
  const api = useApi()
  return useAction({
    run: ({ id }: SessionRow) => api(sessions.end, { params: { id } }),
    success: 'Session ended',
    failure: { serverOr: 'Failed to end the session' },
    refresh: queryKeys.sessions,
  })
}

function useEndOtherSessions() {
  const api = useApi()
  return useAction({
    run: () => api(sessions.endOthers, {}),
    success: (answer) => `${plural(answer?.data.ended ?? 0, 'session')} ended`,
    failure: { serverOr: 'Failed to end the other sessions' },
    refresh: queryKeys.sessions,
  })
}
