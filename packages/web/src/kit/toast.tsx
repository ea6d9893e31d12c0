import { useEffect, useState, type ComponentType } from 'react'
import type { Sonner } from './toaster.tsx'

interface Options {
  readonly action?: { readonly label: string; readonly onClick: () => void }
  readonly duration?: number
}

let sonner: Sonner | null = null
const waiting: ((shown: Sonner) => void)[] = []

const show = (kind: 'success' | 'error') => (text: string, options?: Options) => {
  if (sonner === null) waiting.push((shown) => void shown[kind](text, options))
  else sonner[kind](text, options)
}

/** Says how something went. What is said before the library is there, a moment after the first screen, is shown as soon as it is. */
export const toast = { success: show('success'), error: show('error') }

/** No screen needs the library to be shown: it is loaded beside the first one. */
export function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType<{ readonly onReady: (shown: Sonner) => void }> | null>(null)
  useEffect(() => {
    let isGone = false
    import('./toaster.tsx').then(
      ({ LoadedToaster }) => void (isGone || setToaster(() => LoadedToaster)),
      // Offline from the first moment on: what toasts say stands on the screens as well.
      () => undefined,
    )
    return () => {
      isGone = true
      sonner = null
      waiting.length = 0
    }
  }, [])
  const onReady = (shown: Sonner) => {
    sonner = shown
    for (const say of waiting.splice(0)) say(shown)
  }
  return Toaster && <Toaster onReady={onReady} />
}
