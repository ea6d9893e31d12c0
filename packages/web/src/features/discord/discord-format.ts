import { lazily } from '@keydesk/contract'
const clock = lazily(() => new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }))

/** HH:mm:ss in the reader's time zone (spec section 2). */
export const formatClock = (iso: string): string => clock().format(new Date(iso))

const names: Record<string, string> = { update: 'Update', restock: 'Restock', announcement: 'Announcement', test: 'Test' }

/** A word of the wire as a word of the screen; what is not known stands as it is. */
export const formatType = (type: string): string => names[type] ?? type

const statuses: Record<string, string> = { success: 'Success', failed: 'Failed', pending: 'Pending' }

export const formatStatus = (status: string): string => statuses[status] ?? status
