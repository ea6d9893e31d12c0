import { useDeferredValue, type ReactNode } from 'react'

/** The placeholder of what is on its way. Its room is kept; it becomes visible only when it takes longer than 150 ms. */
export function Loading({ children }: { readonly children?: ReactNode }) {
  // Drawn only once what else was to be shown has been: often the answer is there by then.
  const isDue = useDeferredValue(true, isShown())
  return (
    <div role="status" className="animate-delayed">
      <span className={children === undefined ? 'block p-6 text-center text-muted' : 'sr-only'}>Loading...</span>
      {isDue && children}
    </div>
  )
}

/** In a shell (app/shell.tsx), and where the app takes over from one (app/main.tsx). */
const isShown = (): boolean => typeof document === 'undefined' || document.documentElement.style.getPropertyValue('--waited') !== ''
