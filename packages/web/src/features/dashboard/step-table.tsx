import { formatUsd } from '@keydesk/contract'
import { formatCount } from '../../kit/format.ts'
import type { Step } from './period.ts'
import { formatPoint } from './point-format.ts'
import type { SalesPoint } from './sales-series.ts'

const titles: Readonly<Record<Step, string>> = { day: 'Day', week: 'Week', month: 'Month' }

/** What the chart draws, for those who do not see it. */
export const StepTable = ({ points, step }: { readonly points: readonly SalesPoint[]; readonly step: Step }) => (
  <div className="sr-only">
    <table>
      <caption>{`Revenue and orders by ${step}`}</caption>
      <thead>
        <tr>
          <th scope="col">{titles[step]}</th>
          <th scope="col">Revenue</th>
          <th scope="col">Orders</th>
          <th scope="col">Revenue in the period before</th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.from}>
            <th scope="row">{formatPoint(point)}</th>
            <td>{formatUsd(point.revenue)}</td>
            <td>{formatCount(point.orders)}</td>
            <td>{point.before === null ? '-' : formatUsd(point.before)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
