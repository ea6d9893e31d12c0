import { formatUsd } from '@keydesk/contract'

const width = 48
const height = 24
/** Half of the line's width, so that no point is cut. */
const edge = 1

interface Props {
  /** Dollars of equal stretches of time. */
  readonly values: readonly number[]
  /** The last stretch is not over, so its point is drawn apart. */
  readonly isRunning: boolean
}

/** A line of a product's revenue over the period. Each product has its own scale. */
export function Trend({ values, isRunning }: Props) {
  // As high as the line, so that rows do not move.
  if (values.length < 2) return <span style={{ height }} className="inline-block align-middle" />
  const most = Math.max(...values)
  const points = values.map((value, index) => {
    const x = edge + (index / (values.length - 1)) * (width - 2 * edge)
    const y = height - edge - (most > 0 ? value / most : 0) * (height - 2 * edge)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  })
  return (
    <svg
      role="img"
      aria-label={`Lowest ${formatUsd(Math.min(...values))}, highest ${formatUsd(most)}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      fill="none"
      strokeWidth="1.5"
      strokeLinejoin="round"
      className="inline-block stroke-accent align-middle"
    >
      <polyline points={(isRunning ? points.slice(0, -1) : points).join(' ')} />
      {isRunning && <polyline points={points.slice(-2).join(' ')} strokeDasharray="2 2" />}
    </svg>
  )
}
