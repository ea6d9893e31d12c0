import { Loading, useRestart } from '../kit/feedback/loading.tsx'

/** Stands for a screen that is on its way. */
export const PendingPage = () => (
  <div className="p-4 md:p-6">
    <Loading onRetry={useRestart()} />
  </div>
)
