import { cx } from 'class-variance-authority'

/** A grey stand-in of the size of what is being loaded. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={cx('animate-pulse rounded-md bg-pressed', className)} />
}

const widths = ['w-full', 'w-11/12', 'w-4/5', 'w-3/5']

export function SkeletonLines({ lines }: { readonly lines: number }) {
  return (
    <div className="space-y-2.5">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={cx('h-3.5', widths[line % widths.length])} />
      ))}
    </div>
  )
}

export function SkeletonTable({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  return (
    <div className="overflow-hidden rounded-card border border-border bg-surface">
      {Array.from({ length: rows + 1 }, (_, row) => (
        <div key={row} className="flex h-11 items-center gap-6 border-border px-4 not-first:border-t cards:h-32">
          {Array.from({ length: columns }, (__, column) => (
            <Skeleton key={column} className={cx('h-3.5', column === 0 ? 'flex-2' : 'flex-1')} />
          ))}
        </div>
      ))}
    </div>
  )
}
