// The loading screens, in one file: the frame brings them.

export { PendingDashboard } from '../features/dashboard/pending.tsx'
export { PendingDiscord } from '../features/discord/pending.tsx'
export { PendingProduct } from '../features/products/editor/pending.tsx'
export { PendingProducts } from '../features/products/pending.tsx'
export { pendingList, pendingTabs } from './pending.tsx'
