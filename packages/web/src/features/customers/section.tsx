import { useId, type ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A titled part of the drawer. */
export function Section({ title, actions, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <header className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h3 id={id} className="text-table font-semibold text-muted">
          {title}
        </h3>
        {actions}
      </header>
      {children}
    </section>
  )
}
