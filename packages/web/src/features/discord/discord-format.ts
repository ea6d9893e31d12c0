const names: Record<string, string> = { update: 'Update', restock: 'Restock', announcement: 'Announcement', alert: 'Alert', test: 'Test' }

/** A word of the wire as a word of the screen; what is not known stands as it is. */
export const formatType = (type: string): string => names[type] ?? type

const statuses: Record<string, string> = { success: 'Success', failed: 'Failed', pending: 'Pending', skipped: 'Skipped' }

export const formatStatus = (status: string): string => statuses[status] ?? status
