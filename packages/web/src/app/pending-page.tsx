import { useRouter } from '@tanstack/react-router'
import { Loading } from '../kit/loading.tsx'

/** Stands for a screen that is on its way. */
export function PendingPage() {
  const router = useRouter()
  return (
    <div className="p-4 md:p-6">
      <Loading onRetry={() => void router.invalidate()} />
    </div>
  )
}
