import { ToggleGroup } from 'radix-ui'

interface Props {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

/** One of a few, all in sight. */
export function Segmented({ label, value, options, onChange }: Props) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      // Pressing the chosen one again would choose none.
      onValueChange={(chosen) => chosen !== '' && onChange(chosen)}
      className="inline-flex rounded-control border border-border bg-bg p-0.5"
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className="min-h-7 rounded-md px-2.5 text-table font-medium text-muted hover:text-text data-[state=on]:bg-pressed data-[state=on]:text-text max-md:min-h-10"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
