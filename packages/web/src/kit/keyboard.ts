import { useEffect, useEffectEvent } from 'react'

interface Options {
  readonly enabled?: boolean
}

/**
 * Runs the handler on a key: `'mod+s'` with Ctrl or Cmd, `'/'` alone. A plain key is left alone while somebody
 * types, and everything but `mod` keys while a dialog is open.
 */
export function useShortcut(shortcut: string, handler: () => void, { enabled = true }: Options = {}): void {
  const run = useEffectEvent(handler)
  useEffect(() => {
    if (!enabled) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isPressed(shortcut, event) || event.defaultPrevented) return
      if (!shortcut.startsWith('mod+') && (isTyping(event.target) || document.querySelector('[role=dialog], [role=alertdialog]') !== null))
        return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [shortcut, enabled])
}

function isPressed(shortcut: string, event: KeyboardEvent): boolean {
  const needsMod = shortcut.startsWith('mod+')
  const key = needsMod ? shortcut.slice('mod+'.length) : shortcut
  const isMod = event.ctrlKey || event.metaKey
  // Autofill and some extensions send a keydown without a key.
  return event.key?.toLowerCase() === key && isMod === needsMod && !event.altKey && !(needsMod && event.shiftKey)
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable], [contenteditable] *')
}
