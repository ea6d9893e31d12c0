import { type RefObject, useEffect, useEffectEvent } from 'react'

interface Options {
  readonly enabled?: boolean
  /** The form in a dialog or panel that `mod+s` saves. */
  readonly form?: RefObject<HTMLElement | null>
}

/**
 * Runs the handler on a key: `'mod+s'` with Ctrl or Cmd, `'/'` alone. Plain keys are ignored while somebody types or a dialog is open, and
 * `mod+s` while a dialog is over the form.
 */
export function useShortcut(shortcut: string, handler: () => void, { enabled = true, form }: Options = {}): void {
  const run = useEffectEvent(handler)
  useEffect(() => {
    if (!enabled) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const isSave = shortcut === 'mod+s'
      // The form of the page prevents the default, and leaves the key to the one in front.
      if (!isPressed(shortcut, event) || (event.defaultPrevented && !isSave)) return
      if (!shortcut.startsWith('mod+') && !isFree(event)) return
      // Also if nothing is saved: a held key would open the browser's own dialog.
      event.preventDefault()
      if (!isSave || isInFront(form)) run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [shortcut, enabled, form])
}

/** Whether no dialog is over the form, or over the page for a form of the page. */
function isInFront(form: Options['form']): boolean {
  const top = [...document.querySelectorAll(dialogs)].at(-1)
  return top === undefined || top.contains(form?.current ?? null)
}

function isPressed(shortcut: string, event: KeyboardEvent): boolean {
  const needsMod = shortcut.startsWith('mod+')
  const key = needsMod ? shortcut.slice('mod+'.length) : shortcut
  const isMod = event.ctrlKey || event.metaKey
  // Autofill and some extensions send a keydown without a key.
  return event.key?.toLowerCase() === key && isMod === needsMod && !event.altKey && !(needsMod && event.shiftKey)
}

/** The storage key of the choice to turn off single keys: with speech input they are easily pressed by mistake. */
const singleKeys = 'single-keys'
export const areSingleKeysOn = (): boolean => localStorage.getItem(singleKeys) !== 'off'
export const turnSingleKeys = (isOn: boolean): void => localStorage.setItem(singleKeys, isOn ? 'on' : 'off')

/** Whether a single key may act: nobody types, and no dialog is open, except the own one or one beside a page that stays usable. */
export const isFree = (event: KeyboardEvent, own?: HTMLElement | null): boolean =>
  areSingleKeysOn() && !isTyping(event.target) && [...document.querySelectorAll(`${dialogs}, [role=menu]`)].every((open) => open === own)

const dialogs = ':is([role=dialog], [role=alertdialog]):not([data-beside])'

export function isTyping(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable], [contenteditable] *')
}
