import type { ReactNode } from 'react'

/** Names and values of a drawer, one pair in a line. */
export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-baseline gap-x-4">{children}</dl>
)

interface FactProps {
  readonly name: string
  readonly children: ReactNode
}

export const Fact = ({ name, children }: FactProps) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="flex min-h-9 flex-wrap items-center gap-x-2 py-1">{children}</dd>
  </>
)
