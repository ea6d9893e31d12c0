import { useId, type ReactNode } from 'react'

interface Props {
  readonly title: string
  readonly description: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A titled part of the stock view. */
export function StockSection({ title, description, actions, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <header className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-2">
        <div className="min-w-0">
          <h4 id={id} className="font-medium">
            {title}
          </h4>
          <p className="text-table text-muted">{description}</p>
        </div>
        {actions}
      </header>
      {children}
    </section>
  )
}
