import { component, docs, innerObject } from '../describe.ts'
import { dailySales, periodSales, statistics, statisticsRow } from './statistics.ts'

export const statisticsDocs = docs(statistics, {
  about: 'What was sold.',
  calls: {
    byProduct: 'Whole months are compared with as many months, other periods with as many days. With `format=csv` the answer is a file.',
  },
  query: {
    calendar: 'Says that the period is the beginning of a month, quarter or year: it is compared with the same days of the one before.',
    format: '`csv` for a file.',
  },
  components: {
    StatisticsRow: component(statisticsRow, 'What a product sold. Completed orders only.', {
      total_quantity: 'Units that were sold.',
      total_revenue: 'US dollars that were paid.',
      variants_sold: 'How many different variants of the product were sold.',
      last_purchase_at: 'When it was last sold.',
      is_deleted: 'True if the product is deleted; its sales stay readable.',
    }),
    DailySales: component(dailySales, 'What one day sold. Completed orders only.', {
      day: '`YYYY-MM-DD` in `time_zone`.',
      revenue: 'US dollars.',
    }),
    PeriodSales: component(periodSales, 'What a product sold in a period. Completed orders only.', {
      revenue: 'US dollars.',
      cost: 'What the sold keys cost in US dollars, as far as it is known. Null for a role without `payouts:read`, as are the next two.',
      profit: 'Revenue less cost, in US dollars.',
      units_without_cost: 'How many sold keys have no known cost, with the units of imported orders that have no key.',
      before: 'What it sold in the period before.',
      compared: 'While the period includes today, what its change is calculated from: less than both periods. Otherwise left out.',
      trend:
        'US dollars of each stretch of the period, at most 31 of equal length, the last one up to its end. Days before them that do not fill a stretch are left out. A stretch begins at the UTC midnight that is nearest to its first midnight in `time_zone`.',
    }),
    SalesBefore: component(innerObject(periodSales.shape.before), 'What a product sold in the period before, or on some of its days.', {
      revenue: 'US dollars.',
    }),
    ComparedSales: component(innerObject(periodSales.shape.compared), 'The days that are over, and the same days of the period before.', {
      revenue: 'US dollars of the days of the period that are over.',
      before: 'What it sold on the same days of the period before.',
    }),
    DailySalesMeta: component(innerObject(statistics.daily.response.shape.meta), 'Which of the days is not over yet.', {
      today: 'The current day in `time_zone`, as `YYYY-MM-DD`: it is not over yet.',
    }),
  },
})
