import { type CSSProperties, useEffect } from 'react'
import { toast as sonner, Toaster } from 'sonner'

interface Options {
  readonly action?: { readonly label: string; readonly onClick: () => void }
  readonly duration?: number
}

/** Shows the result of an action. */
export const toast = {
  success: (text: string, options?: Options) => void sonner.success(text, options),
  error: (text: string, options?: Options) => void sonner.error(text, options),
}

/** Milliseconds that a toast stays, and how many are shown. */
export const toastLimits = { visible: 3, durationMs: 4000, widthPx: 356 }

/** Over the header's middle: above the page and its dialogs, and between the buttons of the header. */
const overHeader = { top: 'calc(var(--header-height) - 2.75rem)', left: 64, right: 64 }
/** On a phone below the title of a panel, which is in the header's place and higher. */
const belowTitle = { ...overHeader, top: 'calc(var(--header-height) + 1.25rem)' }

/** Where toasts appear. Colours come from the tokens, so both themes work. */
export function Toasts() {
  // Toasts belong to the person who was signed in.
  useEffect(() => () => void sonner.dismiss(), [])
  return (
    <Toaster
      position="top-center"
      offset={overHeader}
      mobileOffset={belowTitle}
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
          // An open dialog disables the pointer outside it; a toast's button must still work.
          pointerEvents: 'auto',
        } as CSSProperties
      }
      toastOptions={{
        classNames: {
          // A word in a name may be longer than the line.
          title: '[overflow-wrap:anywhere]',
          success: '[&_[data-icon]]:text-green',
          error: '[&_[data-icon]]:text-red',
          // Large, because it is shown for a few seconds only.
          actionButton: 'h-8! px-3! text-table! touch:h-11! touch:px-4!',
        },
      }}
    />
  )
}
