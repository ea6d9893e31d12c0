import { cx } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { controlClass } from './input.tsx'

interface Props extends ComponentProps<'textarea'> {
  /** For keys, ids, tokens and addresses. */
  readonly mono?: boolean
}

export function Textarea({ mono = false, rows = 4, className, ...rest }: Props) {
  return (
    <textarea {...rest} rows={rows} className={cx(controlClass, 'block resize-y py-2 read-only:bg-bg', mono && 'font-mono', className)} />
  )
}
