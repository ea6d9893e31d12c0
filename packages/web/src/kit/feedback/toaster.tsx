import { limits } from '@keydesk/contract'
import { type CSSProperties, useEffect, useEffectEvent } from 'react'
import { Toaster, toast } from 'sonner'
import { useIsNarrower } from '../layout/use-is-narrower.ts'

/** Milliseconds that a toast stays, and how many are shown. */
export const toastLimits = { visible: 3, durationMs: 4000, widthPx: 356 }

export type Sonner = typeof toast

interface Props {
  /** Toasts can be shown from here on. */
  readonly onReady: (sonner: Sonner) => void
}

/** On a phone: between the buttons of the page's header, and left of a dialog's close button. */
const betweenButtons = { top: 'calc(var(--header-height) - 2.5rem)', left: 64, right: 64 }

/**
 * Places toasts in the corner, or on a phone over the title, because the next button to press is at the bottom of a dialog. Colours come
 * from the tokens, so both themes work.
 */
export function LoadedToaster({ onReady }: Props) {
  const reportReady = useEffectEvent(() => onReady(toast))
  useEffect(() => {
    reportReady()
    // Toasts belong to the person who was signed in.
    return () => void toast.dismiss()
  }, [])
  const isPhone = useIsNarrower(limits.mobileBreakpointPx)
  return (
    <Toaster
      position={isPhone ? 'top-center' : 'bottom-right'}
      offset={isPhone ? { top: betweenButtons.top } : undefined}
      mobileOffset={betweenButtons}
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
          // An open dialog blocks the pointer outside it, but a toast's button must work.
          pointerEvents: 'auto',
        } as CSSProperties
      }
      toastOptions={{
        classNames: {
          // A word may be longer than the line.
          title: '[overflow-wrap:anywhere]',
          success: '[&_[data-icon]]:text-green',
          error: '[&_[data-icon]]:text-red',
          // Large, because there are only seconds to press it.
          actionButton: 'h-8! px-3! text-table! touch:h-11! touch:px-4!',
        },
      }}
    />
  )
}
