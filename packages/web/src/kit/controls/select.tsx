import { cx } from 'class-variance-authority'
import { ChevronDown } from 'lucide-react'
import { controlClass, filterClass } from './input.tsx'

interface Option {
  readonly value: string
  readonly label: string
  readonly disabled?: boolean
}

interface Props {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly options: readonly Option[]
  /** Shown if the value is not one of the options. */
  readonly placeholder?: string
  readonly disabled?: boolean
  /** The class of its style, by default that of a field. */
  readonly styleClass?: string
  readonly className?: string
  readonly id?: string
  readonly 'aria-label'?: string
  readonly 'aria-invalid'?: boolean
  readonly 'aria-describedby'?: string
}

/** The browser's own select: it has the phone's list on a phone, and full keyboard support. */
export function Select({
  value,
  onChange,
  options,
  placeholder,
  disabled = false,
  styleClass = controlClass,
  className,
  ...control
}: Props) {
  const isChosen = options.some((option) => option.value === value)
  return (
    <span className={cx('relative block', className)}>
      <select
        {...control}
        value={isChosen ? value : ''}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        className={cx(styleClass, 'appearance-none truncate pr-9', !isChosen && 'text-muted')}
      >
        {!isChosen && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled} className="bg-raised text-text">
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted" />
    </span>
  )
}

interface FilterProps extends Pick<Props, 'value' | 'onChange' | 'options'> {
  readonly label: string
  /** The value that filters nothing. */
  readonly unset?: string
}

/** A choice in a toolbar; in the sheet of a phone its label is above it. */
export const FilterSelect = ({ label, value, unset = '', ...props }: FilterProps) => (
  <div className="md:w-36">
    <FilterLabel>{label}</FilterLabel>
    <Select {...props} aria-label={label} value={value} styleClass={filterClass(value !== unset)} />
  </div>
)

/** The label of a filter in the sheet of a phone. The control has its own name. */
export const FilterLabel = ({ children }: { readonly children: string }) => (
  <span aria-hidden className="mb-1 hidden text-table font-medium in-data-filter-sheet:block">
    {children}
  </span>
)
