const names: Record<string, string> = { update: 'Update', restock: 'Restock', announcement: 'Announcement', alert: 'Alert', test: 'Test' }

/** The name of a type of message. An unknown type is shown unchanged. */
export const formatType = (type: string): string => names[type] ?? type

const statuses: Record<string, string> = { success: 'Success', failed: 'Failed', pending: 'Pending', skipped: 'Skipped' }

/** 'Update: Northlight'; without the name of the thing just 'Update'. */
export const formatSubject = (type: string, name: string | null | undefined): string =>
  name ? `${formatType(type)}: ${name}` : formatType(type)

/** Green for success, yellow for pending, red otherwise. */
export const statusTone = (status: string): 'green' | 'yellow' | 'red' =>
  status === 'success' ? 'green' : status === 'pending' ? 'yellow' : 'red'

export const formatStatus = (status: string): string => statuses[status] ?? status
