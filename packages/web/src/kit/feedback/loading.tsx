import { type Query, useQueryClient } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../controls/button.tsx'

interface Props {
  /** A skeleton of the content's size, so that nothing moves when the content comes. */
  readonly children?: ReactNode
  /** Offered when loading is slow. */
  readonly onRetry?: () => void
}

/** The placeholder of content that is loading. Visible after 150 ms. */
export function Loading({ children, onRetry }: Props) {
  const isSlow = useIsSlow()
  return (
    <div role="status" className="animate-delayed">
      {isSlow && onRetry !== undefined ? (
        <div className="mb-4 flex flex-wrap items-center justify-center gap-3 p-3 text-muted">
          Loading... This takes longer than usual.
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        </div>
      ) : (
        <span className={children === undefined ? 'block p-6 text-center text-muted' : 'sr-only'}>Loading...</span>
      )}
      {children}
    </div>
  )
}

const slowMs = 8_000

function useIsSlow(): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}

/** A grey placeholder of the content's size. */
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

const withoutAnswer = { predicate: ({ state }: Query) => state.status === 'pending' }

/** Restarts every pending query. A plain refetch would join the call that hangs. */
export function useRestart(): () => void {
  const queries = useQueryClient()
  const restart = async () => {
    await queries.cancelQueries(withoutAnswer)
    await queries.refetchQueries({ ...withoutAnswer, type: 'active' })
  }
  return () => void restart()
}
