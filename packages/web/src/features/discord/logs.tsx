import type { DiscordLogRow } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { MessageSquare, RotateCw } from 'lucide-react'
import { useApi } from '../../api/context.tsx'
import { IconButton } from '../../kit/controls/button.tsx'
import { Badge } from '../../kit/feedback/badge.tsx'
import { EmptyState } from '../../kit/feedback/empty-state.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonTable } from '../../kit/feedback/loading.tsx'
import { Panel } from '../../kit/layout/card.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { useSeenColumns } from '../../routes/columns.ts'
import { logColumns } from '../../routes/discord.ts'
import { useAuth } from '../../session/session-provider.tsx'
import { discordLogQuery, useSendAgain } from './commands.ts'
import { pollMs } from './data.ts'
import { formatStatus, formatSubject, messageTone } from './format.ts'
import { discordPanels } from './pending.tsx'

/** The newest 50 messages of the bot. */
export function LogsCard({ isPolled }: { readonly isPolled: boolean }) {
  const logs = useQuery({ ...discordLogQuery(useApi()), refetchInterval: isPolled ? pollMs : false })
  const again = useSendAgain()
  const { isOwnHost, may } = useAuth()
  return (
    <Panel {...discordPanels.logs} padded={false}>
      {/* A failure is padded; rows reach the panel's edges. */}
      <div className={logs.isError ? 'px-4 pb-4' : 'flush-table'}>
        <Loaded
          query={logs}
          failure="Failed to load notification logs"
          skeleton={<SkeletonTable rows={5} columns={useSeenColumns(Object.values(logColumns))} />}
        >
          {(rows) => (
            <DataTable
              label="Notification Logs"
              rows={rows}
              columns={
                isOwnHost && may('discord:write') ? [...facts, actions(again.mutate, again.isPending ? again.variables : null)] : facts
              }
              rowKey={(row) => row.id ?? `unnumbered-${rows.indexOf(row)}`}
              empty={
                <EmptyState
                  icon={<MessageSquare />}
                  title="No messages yet"
                  hint="Updates, restocks and announcements appear here once notifications are enabled."
                />
              }
            />
          )}
        </Loaded>
      </div>
    </Panel>
  )
}

const idText = (id: string | null) =>
  id === null || id === '' ? <span className="text-muted">-</span> : <span className="font-mono">{id}</span>

const facts: readonly Column<DiscordLogRow>[] = [
  { ...logColumns.type, cell: ({ type, subject_name }) => formatSubject(type, subject_name) },
  { ...logColumns.status, cell: ({ status }) => <Badge tone={messageTone(status)}>{formatStatus(status)}</Badge> },
  { ...logColumns.channel, cell: ({ channel_id }) => idText(channel_id) },
  { ...logColumns.message, cell: ({ message_id }) => idText(message_id) },
  {
    ...logColumns.sent,
    cell: ({ sent_at, status, scheduled_for: due }) =>
      due === null || due === undefined ? (
        <DateText at={sent_at} as="second" none={status === 'pending' ? 'Waiting' : '-'} />
      ) : (
        <span>
          Due <DateText at={due} as="time" />
        </span>
      ),
  },
  {
    ...logColumns.error,
    cell: ({ error_detail }) => (error_detail === null || error_detail === '' ? <span className="text-muted">-</span> : error_detail),
  },
]

const actions = (onAgain: (id: number) => void, sending: number | null): Column<DiscordLogRow> => ({
  ...logColumns.actions,
  cell: ({ id, status }) =>
    id !== undefined &&
    status === 'failed' && (
      <IconButton label="Send again" icon={<RotateCw aria-hidden />} busy={sending === id} onClick={() => onAgain(id)} />
    ),
})
