import { cx } from 'class-variance-authority'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  readonly role: 'alert' | 'status'
  readonly tone: 'red' | 'yellow'
  readonly Icon?: LucideIcon
  readonly children: ReactNode
}

/** A sentence in a coloured box. */
export const Notice = ({ role, tone, Icon, children }: Props) => (
  <div
    role={role}
    className={cx('flex gap-2 rounded-control px-3 py-2', tone === 'red' ? 'bg-red-hue/15 text-red' : 'bg-yellow-hue/15 text-yellow')}
  >
    {Icon && <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />}
    <div>{children}</div>
  </div>
)
