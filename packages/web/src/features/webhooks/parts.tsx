import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useApi } from '../../api/context.tsx'
import { buttonClass } from '../../kit/controls/button.tsx'
import { BottomBar } from '../../kit/layout/bottom-bar.tsx'
import { formatDateTime, joinWords, plural } from '../../kit/text/format.ts'
import { hostOf, webhooksQuery } from './data.ts'

/** So many are named; the panel lists all. */
const mostNamed = 3

/**
 * While the server has disabled webhooks: says which, and since when they got nothing. It comes after the screen, so it is at the bottom of the
 * window, where it moves nothing. If nothing is known, nothing is shown.
 */
export function DisabledWebhooks() {
  const { data = [] } = useQuery(webhooksQuery(useApi()))
  const disabled = data.filter(({ active, disabled_reason }) => active && disabled_reason !== null)
  if (disabled.length === 0) return null
  const named = disabled.slice(0, mostNamed).map((webhook) => {
    const since = webhook.last_success_at ?? webhook.created_at
    return since === null ? hostOf(webhook) : `${hostOf(webhook)} since ${formatDateTime(since)}`
  })
  const others = disabled.length - named.length
  return (
    <div className="bottom-bar print:hidden">
      <BottomBar label="Disabled webhooks">
        <TriangleAlert aria-hidden className="size-4 shrink-0 text-yellow" />
        <p className="min-w-48 flex-1 text-muted">
          <strong className="font-medium text-text">
            {plural(disabled.length, 'webhook')} {disabled.length === 1 ? 'is' : 'are'} disabled after failures.
          </strong>{' '}
          Nothing was received by {joinWords(others === 0 ? named : [...named, plural(others, 'other')])}.
        </p>
        <Link to="." search={(before) => ({ ...before, panel: 'webhooks' })} className={buttonClass({ size: 'sm' })}>
          Review
        </Link>
      </BottomBar>
    </div>
  )
}
