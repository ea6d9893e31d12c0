import { Loading, useRestart } from '../kit/feedback/loading.tsx'

/** The placeholder of a screen that is loading. */
export const PendingPage = () => (
  <div className="p-4 md:p-6">
    <Loading onRetry={useRestart()} />
  </div>
)
