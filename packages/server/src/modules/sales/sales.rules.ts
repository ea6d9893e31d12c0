/** The UTC day of a moment, as YYYY-MM-DD. */
export const utcDayOf = (moment: Date | string): string => (typeof moment === 'string' ? moment : moment.toISOString()).slice(0, 10)

/** The start of the quarter hour of a moment. */
export const quarterHourStart = (moment: string): string =>
  `${moment.slice(0, 14)}${String(Math.floor(Number(moment.slice(14, 16)) / 15) * 15).padStart(2, '0')}:00.000Z`
