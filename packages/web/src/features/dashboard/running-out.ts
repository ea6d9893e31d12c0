import type { RunwayRow } from '@keydesk/contract'

/** Days ahead that the Dashboard looks. */
export const soonDays = 14

/** What is low, and what is gone within that time. */
export const isRunningOut = ({ is_low, days_left }: RunwayRow): boolean => is_low || (days_left !== null && days_left <= soonDays)
