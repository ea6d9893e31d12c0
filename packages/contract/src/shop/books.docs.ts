import { books, booksExport, booksOfPeriod, booksSums } from './books.ts'
import { component, docs, innerObject } from '../describe.ts'

const sums = {
  units: 'Units of completed orders, before refunds.',
  sales: 'Their list prices in US dollars.',
  discounts: 'What coupons and referrals took off, in US dollars.',
  refunded_units: 'Units of these sales that were refunded since.',
  refunds: 'What was refunded for them, in US dollars.',
  revenue: 'Sales less discounts and refunds, in US dollars.',
  commissions: 'What referrers earn by these sales, in US dollars.',
  payouts: 'What was paid out to referrers, in US dollars; 0 for a product.',
  cost: 'What the sold keys cost in US dollars, as far as it is known.',
  units_without_cost: 'How many sold keys have no known cost, with the units of imported orders that have no key.',
  profit: 'Revenue less cost, in US dollars.',
}

export const booksDocs = docs(
  { ...books, export: booksExport },
  {
    about: 'The books, for an accountant.',
    calls: { read: 'A refund counts at the day of its sale, a payout at the day on which it was completed.' },
    query: { period: 'A calendar period by its name, instead of days: the running ones end today, in the zone of the days.' },
    components: {
      Books: component(booksOfPeriod, 'The books of a period.', {
        time_zone: 'The zone of the days: that of the books in the settings, or the one asked for.',
        from: 'The first day.',
        to: 'The last day.',
        totals: 'Of the whole period.',
        by_day: 'Days without anything are left out.',
        by_product: 'Products without anything are left out.',
      }),
      BooksSums: component(booksSums, 'The sums of some sales.', sums),
      BooksOfDay: component(innerObject(booksOfPeriod.shape.by_day), 'The sums of a day.', sums),
      BooksOfProduct: component(innerObject(booksOfPeriod.shape.by_product), 'The sums of a product.', sums),
    },
  },
)
