/** 2026-11-20 as 11/20/2026. The day is a day, whatever the reader's time zone. */
export function usDate(date: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)
  return parts === null ? date : `${Number(parts[2])}/${Number(parts[3])}/${parts[1]}`
}
