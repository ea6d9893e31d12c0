import { type ComponentType, useEffect, useState } from 'react'
import type { Sonner } from './toaster.tsx'

interface Options {
  readonly action?: { readonly label: string; readonly onClick: () => void }
  readonly duration?: number
}

interface Message {
  readonly kind: 'success' | 'error'
  readonly text: string
  readonly options?: Options
}

let sonner: Sonner | null = null
const waiting: Message[] = []
/** Loads the library, or tries again after a failure. */
let load: () => void = () => undefined

const show = (kind: Message['kind']) => (text: string, options?: Options) => {
  if (sonner !== null) return void sonner[kind](text, options)
  waiting.push({ kind, text, options })
  load()
}

/** Shows a toast. Toasts before the library is loaded, just after the first screen, wait for it. */
export const toast = { success: show('success'), error: show('error') }

/** The library is loaded after the first screen, which does not need it. */
export function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType<{ readonly onReady: (shown: Sonner) => void }> | null>(null)
  const [unshown, setUnshown] = useState<readonly Message[]>([])
  useEffect(() => {
    let isGone = false
    load = () =>
      void import('./toaster.tsx').then(
        ({ LoadedToaster }) => void (isGone || setToaster(() => LoadedToaster)),
        // The file cannot be loaded: offline, or replaced by an upgrade.
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
  return Toaster === null ? <PlainToasts messages={unshown} /> : <Toaster onReady={onReady} />
}

/** Shows messages while the library cannot be loaded. They stay until the next one. */
const PlainToasts = ({ messages }: { readonly messages: readonly Message[] }) =>
  messages.length > 0 && (
    <ul
      role="status"
      className="fixed right-4 bottom-4 z-50 w-[356px] rounded-card border border-border bg-raised px-4 py-3 max-md:inset-x-16 max-md:top-2 max-md:bottom-auto max-md:w-auto"
    >
      {messages.map(({ text }) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
