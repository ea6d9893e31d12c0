import type { BotLogLine } from '@keydesk/contract'
import { cx } from 'class-variance-authority'
import { useLayoutEffect, useRef } from 'react'
import { formatClock, formatExact } from '../../kit/format.ts'

/** So near the end counts as at the end. */
const nearPx = 24

/** The bot's log, oldest first. It follows new lines unless the reader has scrolled up. */
export function BotLog({ lines }: { readonly lines: readonly BotLogLine[] }) {
  const box = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  // After every drawing: there is nothing to measure what is new by, and staying at the end costs nothing.
  useLayoutEffect(() => {
    if (follows.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight
  })

  return (
    <div>
      <h3 className="mb-1.5 font-medium">Bot Log</h3>
      <div
        ref={box}
        role="log"
        aria-label="Bot Log"
        // What scrolls can be reached by keyboard.
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          follows.current = scrollHeight - scrollTop - clientHeight < nearPx
        }}
        className="h-64 xl:h-75 overflow-y-auto rounded-control border border-border bg-bg p-3 font-mono text-caption"
      >
        {lines.length === 0 ? (
          <p className="font-sans text-table text-muted">No log entries yet. Start the bot to see what it does.</p>
        ) : (
          <ol className="space-y-1">
            {lines.map(({ timestamp, message, is_error }, index) => (
              // Lines only ever come at the end and go at the beginning, and none has an id.
              <li key={`${timestamp}-${lines.length - index}`} className="flex gap-3">
                {timestamp !== null && (
                  <time dateTime={timestamp} title={formatExact(timestamp)} className="shrink-0 text-muted tabular-nums">
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
