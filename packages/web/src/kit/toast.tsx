import { useEffect, type CSSProperties } from 'react'
import { toast, Toaster } from 'sonner'

export { toast }

/** Milliseconds that a toast stays, and how many are shown. */
export const toastLimits = { visible: 3, durationMs: 4000, widthPx: 356 }

/** Where toasts appear. Colours come from the tokens, so both themes work. */
export function Toasts() {
  // Toasts belong to the person who was signed in.
  useEffect(() => () => void toast.dismiss(), [])
  return (
    <Toaster
      position="bottom-right"
      visibleToasts={toastLimits.visible}
      duration={toastLimits.durationMs}
      gap={8}
      style={
        {
          '--width': `${toastLimits.widthPx}px`,
          '--normal-bg': 'var(--raised)',
          '--normal-border': 'var(--border)',
          '--normal-text': 'var(--text)',
          '--border-radius': '8px',
          fontFamily: 'inherit',
        } as CSSProperties
      }
      toastOptions={{
        classNames: {
          success: '[&_[data-icon]]:text-green',
          error: '[&_[data-icon]]:text-red',
        },
      }}
    />
  )
}
