import { RotateCw } from 'lucide-react'
import { Button } from '../kit/button.tsx'

/** A bug in a screen, or a part of the app that could not be fetched: either way, loading afresh is what helps. */
export function ErrorPage() {
  return (
    <div role="alert" className="flex min-h-96 flex-col items-center justify-center p-6 text-center">
      <h1 className="text-title font-semibold tracking-tight">Something went wrong</h1>
      <p className="mt-2 max-w-96 text-muted">This screen could not be shown. What you saved before is safe.</p>
      <Button className="mt-6" icon={<RotateCw aria-hidden />} onClick={() => location.reload()}>
        Reload
      </Button>
    </div>
  )
}
