import { limits } from '@keydesk/contract'
import { type CSSProperties, useEffect } from 'react'
import { toast as sonner, Toaster } from 'sonner'
import { useIsNarrower } from '../layout/use-is-narrower.ts'

interface Options {
  readonly action?: { readonly label: string; readonly onClick: () => void }
  readonly duration?: number
}

/** Says how something went. */
export const toast = {
  success: (text: string, options?: Options) => void sonner.success(text, options),
  error: (text: string, options?: Options) => void sonner.error(text, options),
}

/** Milliseconds that a toast stays, and how many are shown. */
export const toastLimits = { visible: 3, durationMs: 4000, widthPx: 356 }

/** On a phone: beside the buttons at both ends of the page's header, and left of the cross of a dialog. */
const betweenButtons = { top: 'calc(var(--header-height) - 2.5rem)', left: 64, right: 64 }

/**
 * Where toasts appear: in the corner, or on a phone over the title, since the buttons of a dialog are at the bottom. Colours come from the
 * tokens, so both themes work.
 */
export function Toasts() {
  // Toasts belong to the person who was signed in.
  useEffect(() => () => void sonner.dismiss(), [])
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
          // A dialog takes the pointer from all that lies outside it; a toast's button is pressed all the same.
          pointerEvents: 'auto',
        } as CSSProperties
      }
      toastOptions={{
        classNames: {
          // A word of a name may be longer than the line.
          title: '[overflow-wrap:anywhere]',
          success: '[&_[data-icon]]:text-green',
          error: '[&_[data-icon]]:text-red',
          // Large: it can be pressed for a few seconds only.
          actionButton: 'h-8! px-3! text-table! touch:h-11! touch:px-4!',
        },
      }}
    />
  )
}
