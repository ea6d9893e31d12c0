import { cx } from 'class-variance-authority'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  readonly role?: 'status'
  readonly tone?: 'red' | 'yellow'
  readonly className?: string
  readonly children: ReactNode
}

/** A sentence with a warning sign in a dialog, in the size of the text around it. */
export const Warning = ({ role, tone = 'yellow', className, children }: Props) => (
  <p role={role} className={cx('flex gap-2', tone === 'red' ? 'text-red' : 'text-yellow', className)}>
    <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
    {children}
  </p>
)
