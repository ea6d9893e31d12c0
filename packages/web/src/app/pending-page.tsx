import { Loading } from '../kit/loading.tsx'
import { useRestart } from '../kit/use-restart.ts'

/** Stands for a screen that is on its way. */
export const PendingPage = () => (
  <div className="p-4 md:p-6">
    <Loading onRetry={useRestart()} />
  </div>
)
