import { component, docs, innerObject } from './describe.ts'
import { dailySales, periodSales, statistics, statisticsRow } from './statistics.ts'

export const statisticsDocs = docs(statistics, {
  about: 'What was sold.',
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
      trend:
        'US dollars of each stretch of the period, at most 31 of equal length, the last one up to its end. Days before them that do not fill a stretch are left out. A stretch begins at the UTC midnight that is nearest to its first midnight in `time_zone`.',
    }),
    DailySalesMeta: component(innerObject(statistics.daily.response.shape.meta), 'Which of the days is not over yet.', {
      today: 'The current day in `time_zone`, as `YYYY-MM-DD`: it is not over yet.',
    }),
  },
})
