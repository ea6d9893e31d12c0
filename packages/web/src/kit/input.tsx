import { cx } from 'class-variance-authority'
import type { ComponentProps } from 'react'

/** What every control that is typed into or picked from looks like. */
export const controlClass =
  'control w-full min-w-0 rounded-control border border-edge bg-surface px-3 text-sm text-text transition-opacity enabled:hover:border-muted disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-red max-md:text-base'

interface Props extends ComponentProps<'input'> {
  /** For keys, ids, tokens and addresses. */
  readonly mono?: boolean
}

export function Input({ mono = false, className, ...rest }: Props) {
  return <input {...rest} className={cx(controlClass, 'read-only:bg-bg', mono && 'font-mono', className)} />
}
