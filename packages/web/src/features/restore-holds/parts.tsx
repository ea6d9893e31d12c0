import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useApi } from '../../api/context.tsx'
import { buttonClass } from '../../kit/controls/button.tsx'
import { joinWords, plural } from '../../kit/text/format.ts'
import { restoreHoldsQuery } from './data.ts'

/** While a restore holds anything: says why the shop looks sold out, with the way to the decision. If that is unknown, nothing is shown. */
export function RestoreHoldsNotice() {
  const { data } = useQuery(restoreHoldsQuery(useApi()))
  if (data === undefined) return null
  const keys = data.batches.reduce((sum, batch) => sum + batch.keys, 0)
  const all = keys + data.message_count
  if (all === 0) return null
  const held = [keys > 0 && plural(keys, 'key'), data.message_count > 0 && plural(data.message_count, 'message')].filter(
    (part) => part !== false,
  )
  return (
    <div
      role="note"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-border bg-surface px-4 py-2 text-muted"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0 text-yellow" />
      <p className="min-w-48 flex-1">
        <strong className="font-medium text-text">
          {joinWords(held)} {all === 1 ? 'is' : 'are'} held since a restore.
        </strong>{' '}
        {all === 1 ? 'It is' : 'They are'} not sold or sent until you decide.
      </p>
      <Link to="." search={(before) => ({ ...before, panel: 'restore-holds' })} className={buttonClass({ size: 'sm' })}>
        Review
      </Link>
    </div>
  )
}
