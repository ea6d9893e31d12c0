/** A moment as `datetime-local` wants it: to the minute, in the reader's own time zone, without a zone. '' for none. */
export function toLocalInput(moment: Date): string {
  if (Number.isNaN(moment.getTime())) return ''
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** What such an input holds as ISO 8601 in UTC; '' for none. */
export function localToUtc(local: string): string {
  const moment = new Date(local)
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString()
}
