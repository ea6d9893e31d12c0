const names: Record<string, string> = { update: 'Update', restock: 'Restock', announcement: 'Announcement', alert: 'Alert', test: 'Test' }

/** The screen's word for a type. An unknown type is shown unchanged. */
export const formatType = (type: string): string => names[type] ?? type

const statuses: Record<string, string> = { success: 'Success', failed: 'Failed', pending: 'Pending', skipped: 'Skipped' }

/** 'Update: Northlight', where the host says what it is about. */
export const formatSubject = (type: string, name: string | null | undefined): string =>
  name ? `${formatType(type)}: ${name}` : formatType(type)

/** Green for success, yellow while it waits, red otherwise. */
export const statusTone = (status: string): 'green' | 'yellow' | 'red' =>
  status === 'success' ? 'green' : status === 'pending' ? 'yellow' : 'red'

export const formatStatus = (status: string): string => statuses[status] ?? status
