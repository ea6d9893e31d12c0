import { Progress as Radix } from 'radix-ui'

interface Props {
  /** 0 to 100. */
  readonly value: number
  readonly label: string
}

export function Progress({ value, label }: Props) {
  return (
    <div>
      <div className="mb-1.5 flex justify-between text-caption text-muted">
        <span>{label}</span>
        <span className="tabular-nums">{value}%</span>
      </div>
      <Radix.Root value={value} aria-label={label} className="h-1.5 overflow-hidden rounded-full bg-pressed">
        <Radix.Indicator className="size-full origin-left bg-accent transition-transform" style={{ transform: `scaleX(${value / 100})` }} />
      </Radix.Root>
    </div>
  )
}
