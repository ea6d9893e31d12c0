import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'

/** A link that has no target yet: it looks and focuses like one and leads nowhere. */
export function DeadLink({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  return (
    <a
      href="#"
      onClick={(event) => event.preventDefault()}
      className={cx('rounded-sm text-text underline decoration-edge underline-offset-4 hover:decoration-text', className)}
    >
      {children}
    </a>
  )
}
