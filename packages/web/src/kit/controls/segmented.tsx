import { useId } from 'react'

interface Props {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

/** A choice of few options, all visible. */
export function Segmented({ label, value, options, onChange }: Props) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex flex-wrap rounded-control border border-transparent p-0.5 hover:border-border"
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-7 items-center rounded-sm px-2.5 text-table font-medium text-muted hover:text-text has-checked:bg-pressed has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent touch:min-h-11"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
