/** CSS pixels. Known before the chart is fetched, so that its room is kept. */
export const revenueHeight = 196
export const ordersHeight = 108
const captions = 2 * 20

export const chartHeight = revenueHeight + ordersHeight + captions
