import type { CouponUsage } from '@keydesk/contract'
import { formatDay, plural } from '../../../kit/format.ts'

/** A bar for each day, as high as its orders. The list below says the same in words. */
export function UsageBars({ days }: { readonly days: CouponUsage['by_day'] }) {
  const most = Math.max(...days.map(({ uses }) => uses), 1)
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return null
  return (
    <figure className="px-4 pt-4 pb-3">
      <div
        role="img"
        aria-label={`Orders by day, at most ${plural(most, 'order')} on a day`}
        className={`flex h-24 items-end border-b border-border ${days.length > 100 ? '' : 'gap-px'}`}
      >
        {days.map(({ day, uses }) => (
          <div key={day} data-tooltip={`${formatDay(day)}: ${plural(uses, 'order')}`} className="flex h-full min-w-0 flex-1 items-end">
            <div className="w-full rounded-t-sm bg-accent" style={{ height: `${(uses / most) * 100}%` }} />
          </div>
        ))}
      </div>
      <figcaption className="mt-1 flex justify-between text-caption text-muted">
        <span>{formatDay(first.day)}</span>
        <span>{formatDay(last.day)}</span>
      </figcaption>
    </figure>
  )
}
