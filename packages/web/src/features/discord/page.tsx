import type { BotLogLine, BotStatus } from '@keydesk/contract'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { CircleAlert, Play, RotateCw, Square } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/error.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { Button } from '../../kit/controls/button.tsx'
import { Badge } from '../../kit/feedback/badge.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { Notice } from '../../kit/feedback/notice.tsx'
import { Panel } from '../../kit/layout/card.tsx'
import { Page, PageHeader } from '../../kit/layout/page.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { formatClock, formatExact } from '../../kit/text/format.ts'
import { discordHeader } from '../../routes/discord.ts'
import { useIsOwnHost, useMay } from '../../session/session-provider.tsx'
import { useBotCommand } from './commands.ts'
import { useBotStatus } from './data.ts'
import { LogsCard } from './logs.tsx'
import { BotSkeleton, discordPanels } from './pending.tsx'
import { SettingsCard } from './settings.tsx'

export function DiscordPage() {
  const status = useBotStatus()
  const running = status.data?.is_running
  const isRunning = running === true
  const queries = useQueryClient()
  const wasRunning = useRef<boolean>(undefined)
  useEffect(() => {
    // Channels are listed by name again once a bot that was down is back.
    if (running === true && wasRunning.current === false) void queries.invalidateQueries({ queryKey: queryKeys.discordServers })
    wasRunning.current = running
  }, [running, queries])
  const [savedAt, setSavedAt] = useState(0)
  return (
    <Page>
      <PageHeader {...discordHeader} />
      <div className="space-y-6">
        <div className="grid gap-6 xl:grid-cols-2">
          <BotCard status={status} savedAt={savedAt} />
          <SettingsCard isRunning={isRunning} onSaved={() => setSavedAt(Date.now())} />
        </div>
        <LogsCard isPolled={isRunning || status.data?.should_run === true} />
      </div>
    </Page>
  )
}

interface BotCardProps {
  readonly status: UseQueryResult<BotStatus>
  /** When the settings were last saved here, in milliseconds; 0 if they were not. */
  readonly savedAt: number
}

function BotCard({ status, savedAt }: BotCardProps) {
  const isOwnHost = useIsOwnHost()
  const may = useMay()
  const start = useBotCommand('start')
  const stop = useBotCommand('stop')
  const restart = useBotCommand('restart')
  const commands = [start, stop, restart]
  const isBusy = commands.some((command) => command.isPending)
  // Only the newest command counts, until the settings change: its reason may have been the missing token.
  const newest = commands.toSorted((one, other) => other.submittedAt - one.submittedAt)[0]!
  // A bot that runs needs no reason why it did not start: a colleague may have mended that.
  const isOver = newest !== stop && status.data?.is_running === true
  const reason = newest.error instanceof ApiError && newest.submittedAt > savedAt && !isOver ? newest.error.serverMessage : null
  // As wide as their longest text, so that neither moves when the bot starts.
  const button = { disabled: isBusy || status.data === undefined, className: 'w-34' }
  const actions = (
    <>
      {status.data?.is_running === true ? (
        <Button {...button} icon={<Square aria-hidden />} busy={stop.isPending && 'Stopping...'} onClick={() => stop.mutate()}>
          Stop
        </Button>
      ) : (
        <Button
          {...button}
          variant="primary"
          icon={<Play aria-hidden />}
          busy={start.isPending && 'Starting...'}
          onClick={() => start.mutate()}
        >
          Start
        </Button>
      )}
      <Button {...button} icon={<RotateCw aria-hidden />} busy={restart.isPending && 'Restarting...'} onClick={() => restart.mutate()}>
        Restart
      </Button>
    </>
  )
  return (
    <Panel
      title={discordPanels.bot.title}
      description={isOwnHost ? discordPanels.bot.description : undefined}
      actions={may('discord:write') && actions}
    >
      <Loaded query={status} failure="Failed to load bot status" skeleton={<BotSkeleton />}>
        {(bot) => <Bot bot={bot} reason={reason} isBusy={isBusy} />}
      </Loaded>
    </Panel>
  )
}

interface BotProps {
  readonly bot: BotStatus
  /** Why the newest command failed; null if it did not. */
  readonly reason: string | null
  readonly isBusy: boolean
}

function Bot({ bot: { is_running, last_started, logs, should_run }, reason, isBusy }: BotProps) {
  const problem = reason ?? (should_run === true && !is_running ? 'The bot should be running. The log says why it is not.' : null)
  return (
    <div className="flex h-full flex-col gap-4">
      <dl className="flex flex-wrap items-center gap-x-6 gap-y-2 max-sm:flex-col max-sm:items-start">
        <div className="flex items-center gap-2">
          <dt className="text-muted">Status</dt>
          <dd>
            <Badge tone={is_running ? 'green' : 'red'}>{is_running ? 'Running' : 'Stopped'}</Badge>
          </dd>
        </div>
        <div className="flex items-center gap-2">
          <dt className="text-muted">Last started</dt>
          <dd>
            <DateText at={last_started} as="time" />
          </dd>
        </div>
      </dl>
      {problem !== null && !isBusy && (
        <Notice role="alert" tone="red" Icon={CircleAlert}>
          {problem}
        </Notice>
      )}
      <BotLog lines={logs} />
    </div>
  )
}

/** A log scrolled to within this distance of its end counts as at the end. */
const nearPx = 24

/** Lines have no id. They are added at the end and removed at the start, so their place is not stable: time and text are. */
function withKeys(lines: readonly BotLogLine[]) {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const text = `${line.timestamp} ${line.message}`
    const nth = (seen.get(text) ?? 0) + 1
    seen.set(text, nth)
    return { ...line, key: `${nth} ${text}` }
  })
}

/** The bot's log, oldest first. It follows new lines unless the reader has scrolled up. */
function BotLog({ lines }: { readonly lines: readonly BotLogLine[] }) {
  const box = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  // No dependencies: new lines cannot be recognised, and scrolling again to the end is cheap.
  useLayoutEffect(() => {
    if (follows.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight
  })

  return (
    <div className="flex min-h-0 grow flex-col">
      <h3 className="mb-1.5 font-medium">Bot Log</h3>
      <div
        ref={box}
        role="log"
        aria-label="Bot Log"
        // A scrolling box must be reachable by keyboard.
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          follows.current = scrollHeight - scrollTop - clientHeight < nearPx
        }}
        // On wide screens the settings beside it give the height.
        className="h-64 grow overflow-y-auto rounded-control border border-border bg-bg p-3 font-mono text-caption"
      >
        {lines.length === 0 ? (
          <p className="font-sans text-table text-muted">No log entries yet. Start the bot to see what it does.</p>
        ) : (
          <ol className="space-y-1">
            {withKeys(lines).map(({ key, timestamp, message, is_error }) => (
              <li key={key} className="flex gap-3">
                {timestamp !== null && (
                  <time dateTime={timestamp} data-tooltip={formatExact(timestamp)} className="shrink-0 text-muted tabular-nums">
                    {formatClock(timestamp)}
                  </time>
                )}
                <span className={cx('min-w-0 wrap-break-word whitespace-pre-wrap', is_error && 'text-red')}>
                  {is_error && <span className="font-semibold">Error: </span>}
                  {message}
                </span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </div>
  )
}
