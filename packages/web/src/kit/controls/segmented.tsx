import { type ReactNode, useId } from 'react'

interface Props<Value extends string> {
  readonly label: string
  readonly value: Value
  /** An option with an icon shows its label as a tooltip. */
  readonly options: readonly { readonly value: Value; readonly label: string; readonly icon?: ReactNode }[]
  readonly onChange: (value: Value) => void
}

/** A choice of few options, all visible. */
export function Segmented<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      // Its edge takes no room, so that it is as high as the controls beside it. In a form it is a field, which has an edge all the time.
      className="inline-flex flex-wrap rounded-control p-0.5 inset-ring-border touch:p-0 hover:inset-ring in-[form]:inset-ring in-[form]:inset-ring-edge"
    >
      {options.map((option) => (
        <label
          key={option.value}
          data-tooltip={option.icon === undefined ? undefined : option.label}
          className="relative flex min-h-7 items-center rounded-sm px-2.5 text-table touch:rounded-control font-medium text-muted hover:text-text has-checked:bg-pressed has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent touch:min-h-11 [&_svg]:size-4"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.icon}
          <span className={option.icon === undefined ? undefined : 'sr-only'}>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
