import { cx } from 'class-variance-authority'
import type { ComponentProps, InputEvent, MouseEvent, WheelEvent } from 'react'

const shape =
  'control w-full min-w-0 rounded-control border px-3 text-sm text-text transition-opacity enabled:hover:border-muted disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-red max-md:text-base'

/** The look of all inputs and selects. */
export const controlClass = `${shape} border-edge bg-surface`

/** A filter in a toolbar has no edge until it is hovered or set. In the sheet of a phone it looks like any control. */
export const filterClass = (isSet: boolean): string =>
  isSet ? controlClass : `${shape} border-transparent bg-transparent in-data-filter-sheet:border-edge in-data-filter-sheet:bg-surface`

interface InputProps extends ComponentProps<'input'> {
  /** For keys, ids, tokens and addresses. */
  readonly mono?: boolean
}

export function Input({ mono = false, className, ...rest }: InputProps) {
  return (
    <input
      {...(rest.type === 'number' && ofNumbers)}
      {...rest}
      className={cx(controlClass, 'read-only:bg-bg', mono && 'font-mono', className)}
    />
  )
}

const ofNumbers = {
  // Typing replaces a number that is 0: the result is 20 instead of 020.
  onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    if (currentTarget.value === '0') currentTarget.select()
  },
  onInput: ({ currentTarget }: InputEvent<HTMLInputElement>) => {
    if (/^0\d/.test(currentTarget.value)) currentTarget.value = currentTarget.value.replace(/^0+(?=\d)/, '')
  },
  // Browsers step a focused number when the wheel turns over it: somebody who scrolls the page would change a price.
  onWheel: ({ currentTarget }: WheelEvent<HTMLInputElement>) => currentTarget.blur(),
}

interface TextareaProps extends ComponentProps<'textarea'> {
  /** For keys, ids, tokens and addresses. */
  readonly mono?: boolean
}

export function Textarea({ mono = false, rows = 4, className, ...rest }: TextareaProps) {
  return (
    <textarea {...rest} rows={rows} className={cx(controlClass, 'block resize-y py-2 read-only:bg-bg', mono && 'font-mono', className)} />
  )
}
