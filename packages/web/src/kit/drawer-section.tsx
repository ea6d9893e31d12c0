import { useId, type ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A titled part of a drawer, with its buttons at the right. */
export function DrawerSection({ title, actions, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <header className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h3 id={id} className="text-table font-semibold text-muted">
          {title}
        </h3>
        {actions && <div className="flex items-center gap-1">{actions}</div>}
      </header>
      {children}
    </section>
  )
}
