interface Props {
  /** 0 to 100. */
  readonly value: number
  readonly label: string
}

export const Progress = ({ value, label }: Props) => (
  <div>
    <div className="mb-1.5 flex justify-between text-caption text-muted">
      <span>{label}</span>
      <span className="tabular-nums">{value}%</span>
    </div>
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-1.5 overflow-hidden rounded-full bg-pressed"
    >
      <div className="size-full origin-left bg-accent transition-transform" style={{ transform: `scaleX(${value / 100})` }} />
    </div>
  </div>
)
