import { type ComponentType, useEffect, useState } from 'react'
import type { Sonner } from './toaster.tsx'

interface Options {
  readonly action?: { readonly label: string; readonly onClick: () => void }
  readonly duration?: number
}

interface Said {
  readonly kind: 'success' | 'error'
  readonly text: string
  readonly options?: Options
}

let sonner: Sonner | null = null
const waiting: Said[] = []
/** Loads the library, again if it could not be loaded before. */
let load: () => void = () => undefined

const show = (kind: Said['kind']) => (text: string, options?: Options) => {
  if (sonner !== null) return void sonner[kind](text, options)
  waiting.push({ kind, text, options })
  load()
}

/** Says how something went. What is said before the library is there, a moment after the first screen, is shown as soon as it is. */
export const toast = { success: show('success'), error: show('error') }

/** No screen needs the library to be shown: it is loaded beside the first one. */
export function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType<{ readonly onReady: (shown: Sonner) => void }> | null>(null)
  const [unshown, setUnshown] = useState<readonly Said[]>([])
  useEffect(() => {
    let isGone = false
    load = () =>
      void import('./toaster.tsx').then(
        ({ LoadedToaster }) => void (isGone || setToaster(() => LoadedToaster)),
        // Offline, or after an upgrade.
        () => void (isGone || setUnshown(waiting.splice(0))),
      )
    load()
    return () => {
      isGone = true
      load = () => undefined
      sonner = null
      waiting.length = 0
    }
  }, [])
  const onReady = (shown: Sonner) => {
    sonner = shown
    for (const { kind, text, options } of waiting.splice(0)) shown[kind](text, options)
  }
  return Toaster === null ? <PlainToasts said={unshown} /> : <Toaster onReady={onReady} />
}

/** What was said while the library cannot be loaded. It stands until the next is said. */
const PlainToasts = ({ said }: { readonly said: readonly Said[] }) =>
  said.length > 0 && (
    <ul
      role="status"
      className="fixed right-4 bottom-4 z-50 w-[356px] rounded-card border border-border bg-raised px-4 py-3 max-md:inset-x-16 max-md:top-2 max-md:bottom-auto max-md:w-auto"
    >
      {said.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
