import { type Query, useQueryClient } from '@tanstack/react-query'
import { cx } from 'class-variance-authority'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { type ColumnShape, cellAttributes, headAttributes, tableStyle } from '../table/column.ts'

interface Props {
  /** A skeleton of the content's size, so that nothing moves when the content comes. */
  readonly children?: ReactNode
  /** Offered when loading is slow. */
  readonly onRetry?: () => void
  /** It has taken 150 ms already, so it shows at once. */
  readonly isLate?: boolean
}

/** The placeholder of content that is loading. Visible after 150 ms. */
export function Loading({ children, onRetry, isLate = false }: Props) {
  const isSlow = useIsSlow()
  return (
    <div role="status" className={isLate ? 'animate-appear' : 'animate-delayed'}>
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
  return <div aria-hidden className={cx('animate-pulse rounded-sm bg-pressed', className)} />
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

interface SkeletonTableProps {
  readonly rows: number
  /** The columns of the table, for its titles and the place of each cell; or their number. */
  readonly columns: readonly ColumnShape[] | number
}

/** A table while its rows load: its own header, and rows or cards as high as the real ones. */
export function SkeletonTable({ rows, columns }: SkeletonTableProps) {
  const shapes = typeof columns === 'number' ? Array.from({ length: columns }, () => unknownShape) : columns
  return (
    <div aria-hidden className="data-table">
      <table role="presentation" style={tableStyle(shapes)}>
        <thead>
          <tr>
            {shapes.map(({ title, hideTitle }, index) => (
              <th key={index} {...headAttributes(shapes, index)}>
                <span className={hideTitle ? 'sr-only' : undefined}>{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <tr key={row}>
              {shapes.map(({ isActions }, index) => (
                <td key={index} {...cellAttributes(shapes, index)}>
                  <div>
                    {isActions ? (
                      <span className="control-square" />
                    ) : (
                      <Skeleton className={cx('my-1 h-3', widths[(row + index + 1) % widths.length])} />
                    )}
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const unknownShape: ColumnShape = { title: '', share: 1 }

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
