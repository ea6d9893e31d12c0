import type { ReactNode } from 'react'

interface Props {
  /** Undefined as long as nobody knows; its room is kept. */
  readonly count: string | undefined
  readonly children: ReactNode
}

/** Search and filters at the left, how many were found at the right; on narrow screens on a line of its own. */
export function Toolbar({ count, children }: Props) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      {children}
      <p role="status" className="ml-auto min-h-5 min-w-40 text-right text-table text-muted tabular-nums max-sm:basis-full">
        {count}
      </p>
    </div>
  )
}
