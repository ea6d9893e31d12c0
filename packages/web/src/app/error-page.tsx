import type { ErrorComponentProps } from '@tanstack/react-router'
import { LoadFailure } from '../kit/feedback/load-failure.tsx'

/** A screen that failed, or whose code could not be loaded. */
export const ErrorPage = ({ error }: ErrorComponentProps) => (
  <div className="flex min-h-96 flex-col items-center justify-center">
    <LoadFailure error={error} />
  </div>
)
