import type { ReactNode } from 'react'

/** Search and filters at the left, how many were found at the right. */
export function Toolbar({ count, children }: { readonly count?: string; readonly children: ReactNode }) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      {children}
      {count !== undefined && (
        <p role="status" className="ml-auto text-table text-muted tabular-nums">
          {count}
        </p>
      )}
    </div>
  )
}
