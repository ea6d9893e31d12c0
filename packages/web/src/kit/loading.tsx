import { useEffect, useState, type ReactNode } from 'react'
import { Button } from './button.tsx'

interface Props {
  /** A skeleton shaped like the content; its room is kept from the start. */
  readonly children?: ReactNode
  /** Offered when the answer takes long. */
  readonly onRetry?: () => void
}

/** What stands for content that is loading. Visible after 150 ms. */
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
