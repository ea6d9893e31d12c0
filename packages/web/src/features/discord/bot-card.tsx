import type { BotStatus } from '@keydesk/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { CircleAlert, Play, RotateCw, Square } from 'lucide-react'
import { ApiError } from '../../api/error.ts'
import { Badge } from '../../kit/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { Panel } from '../../kit/card.tsx'
import { DateText } from '../../kit/date-text.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { SkeletonLines } from '../../kit/skeleton.tsx'
import { useIsOwnHost, useMay } from '../../session/session-provider.tsx'
import { BotLog } from './bot-log.tsx'
import { useBotCommand } from './discord-data.ts'

export function BotCard({ status }: { readonly status: UseQueryResult<BotStatus> }) {
  const isOwnHost = useIsOwnHost()
  return (
    <Panel title="Bot Management" description={isOwnHost ? 'Starts again with the server while it should run.' : undefined}>
      <Loaded query={status} failure="Failed to load bot status" skeleton={<BotSkeleton />}>
        {(bot) => <Bot bot={bot} />}
      </Loaded>
    </Panel>
  )
}

/** As high as the bot that is stopped. */
const BotSkeleton = () => (
  <div className="h-94 sm:h-85.5 md:h-92 lg:h-83.5 xl:h-94.5">
    <SkeletonLines lines={6} />
  </div>
)

function Bot({ bot: { is_running, last_started, logs, should_run } }: { readonly bot: BotStatus }) {
  const start = useBotCommand('start')
  const stop = useBotCommand('stop')
  const restart = useBotCommand('restart')
  const may = useMay()
  const commands = [start, stop, restart]
  const isBusy = commands.some((command) => command.isPending)
  // The newest command alone says how it is.
  const newest = commands.toSorted((one, other) => other.submittedAt - one.submittedAt)[0]!
  const reason = newest.error instanceof ApiError ? newest.error.said : null
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <dl className="flex flex-wrap items-center gap-x-6 gap-y-2">
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
        {may('discord:write') && (
          <div className="flex flex-wrap gap-2">
            {is_running ? (
              <Button icon={<Square aria-hidden />} busy={stop.isPending && 'Stopping...'} disabled={isBusy} onClick={() => stop.mutate()}>
                Stop
              </Button>
            ) : (
              <Button
                variant="primary"
                icon={<Play aria-hidden />}
                busy={start.isPending && 'Starting...'}
                disabled={isBusy}
                onClick={() => start.mutate()}
              >
                Start
              </Button>
            )}
            <Button
              icon={<RotateCw aria-hidden />}
              busy={restart.isPending && 'Restarting...'}
              disabled={isBusy}
              onClick={() => restart.mutate()}
            >
              Restart
            </Button>
          </div>
        )}
      </div>
      {reason !== null && !isBusy && <Alert>{reason}</Alert>}
      {reason === null && should_run === true && !is_running && !isBusy && (
        <Alert>The bot should be running. The log says why it is not.</Alert>
      )}
      <BotLog lines={logs} />
    </div>
  )
}

function Alert({ children }: { readonly children: string }) {
  return (
    <p role="alert" className="flex items-start gap-2 rounded-control bg-red-hue/15 px-3 py-2 text-red">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  )
}
