import { cx } from 'class-variance-authority'
import { ChevronDown } from 'lucide-react'
import { Slot } from 'radix-ui'
import { useFarTrigger } from './far-trigger.tsx'
import { controlClass } from './input.tsx'
import { later } from './later.tsx'
import type { Option, SelectListProps } from './select-list.tsx'

/** Fetched once a screen with a select is there, or with the first touch. */
export const SelectList = later<SelectListProps>(async () => (await import('./select-list.tsx')).SelectList)

interface Props {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly options: readonly Option[]
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly className?: string
  readonly id?: string
  readonly 'aria-label'?: string
  readonly 'aria-invalid'?: boolean
  readonly 'aria-describedby'?: string
}

const touch = {
  opens: ['onPointerMove', 'onFocus', 'onPointerDown', 'onClick', 'onKeyDown'],
  spoils: [],
  attributes: { role: 'combobox', 'aria-expanded': false, 'aria-autocomplete': 'none', dir: 'ltr', 'data-state': 'closed' },
} as const

export function Select({ value, onChange, options, placeholder, disabled = false, className, ...control }: Props) {
  const { near, link, isWanted } = useFarTrigger(touch)
  const chosen = options.find((option) => option.value === value)
  return (
    <>
      <Slot.Root {...near}>
        <button
          type="button"
          disabled={disabled}
          data-disabled={disabled ? '' : undefined}
          data-placeholder={chosen === undefined ? '' : undefined}
          {...control}
          className={cx(controlClass, 'flex items-center justify-between gap-2 text-left data-placeholder:text-muted', className)}
        >
          <span className="pointer-events-none truncate">{chosen === undefined ? placeholder : chosen.label}</span>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
        </button>
      </Slot.Root>
      {isWanted && <SelectList trigger={link} value={value} onChange={onChange} options={options} disabled={disabled} />}
    </>
  )
}
