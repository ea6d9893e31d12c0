import { formatUsd, type DailySales } from '@keydesk/contract'
import { formatCount } from '../../kit/format.ts'
import { formatFullDay } from '../../kit/format.ts'

/** What the chart draws, for those who do not see it. */
export function DailyTable({ daily }: { readonly daily: readonly DailySales[] }) {
  return (
    <div className="sr-only">
      <table>
        <caption>Revenue and orders by day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Revenue</th>
            <th scope="col">Orders</th>
          </tr>
        </thead>
        <tbody>
          {daily.map(({ day, revenue, orders }) => (
            <tr key={day}>
              <th scope="row">{formatFullDay(day)}</th>
              <td>{formatUsd(revenue)}</td>
              <td>{formatCount(orders)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
