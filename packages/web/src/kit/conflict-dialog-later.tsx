import { later } from './later.tsx'

/** The conflict dialog, for screens that seldom need it: fetched with its first opening. */
export const ConflictDialog = later(async () => (await import('./conflict-dialog.tsx')).ConflictDialog)
