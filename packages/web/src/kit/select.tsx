import { cx } from 'class-variance-authority'
import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { controlClass } from './input.tsx'

interface Option {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

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

export function Select({ value, onChange, options, placeholder, disabled, className, ...control }: Props) {
  return (
    <Radix.Root value={toRadix(value, options)} onValueChange={(chosen) => onChange(fromRadix(chosen))} disabled={disabled}>
      <Radix.Trigger
        {...control}
        className={cx(controlClass, 'flex items-center justify-between gap-2 text-left data-placeholder:text-muted', className)}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-pop overflow-hidden rounded-control bg-raised shadow-float"
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={asRadix(option.value)}
                disabled={option.disabled}
                className="flex min-h-8 items-center gap-2 rounded-md pr-3 pl-2 text-sm outline-none data-disabled:opacity-50 data-highlighted:bg-hover max-md:min-h-11"
              >
                <span className="flex size-4 shrink-0 items-center justify-center">
                  <Radix.ItemIndicator>
                    <Check aria-hidden className="size-4 text-accent" />
                  </Radix.ItemIndicator>
                </span>
                <Radix.ItemText>{option.label}</Radix.ItemText>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

// Radix keeps the empty text for "nothing chosen", but here it may be a choice of its own.
const none = '\u0000none'
const asRadix = (value: string) => (value === '' ? none : value)
const fromRadix = (value: string) => (value === none ? '' : value)
const toRadix = (value: string, options: readonly Option[]) => (options.some((option) => option.value === value) ? asRadix(value) : '')
