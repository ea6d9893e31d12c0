import { type VariantProps, cva } from 'class-variance-authority'
import type { ReactNode } from 'react'

const styles = cva('inline-flex items-center gap-1.5 rounded-full align-top px-2 py-0.5 text-caption font-medium', {
  variants: {
    tone: {
      green: 'bg-green-hue/15 text-green',
      yellow: 'bg-yellow-hue/15 text-yellow',
      red: 'bg-red-hue/15 text-red',
      blue: 'bg-blue-hue/15 text-blue',
      neutral: 'bg-hover text-text',
    },
  },
})

interface Props extends Required<VariantProps<typeof styles>> {
  readonly children: ReactNode
}

/** A status with a dot and a text, so that colour is not the only sign. */
export function Badge({ tone, children }: Props) {
  return (
    <span className={styles({ tone })}>
      <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-current" />
      {children}
    </span>
  )
}
