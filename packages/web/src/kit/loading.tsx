import type { ReactNode } from 'react'

/** The placeholder of what is on its way. Its room is kept at once; it becomes visible only when it takes longer than 150 ms. */
export function Loading({ children }: { readonly children?: ReactNode }) {
  return (
    <div role="status" className="animate-delayed">
      <span className={children === undefined ? 'block p-6 text-center text-muted' : 'sr-only'}>Loading...</span>
      {children}
    </div>
  )
}
