import type { ClipboardEvent, ComponentProps, KeyboardEvent } from 'react'
import { Input } from './input.tsx'

/**
 * A number with two decimals. A comma is taken for the decimal point, typed and pasted: browsers drop it without a word, which makes 1250 of
 * 12,50. With 1,250 that gives three decimals, which `readDecimal` refuses.
 */
export function DecimalInput(props: ComponentProps<typeof Input>) {
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key === ',' && isPlain) insert(event, '.')
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text').trim()
    if (text.includes(',')) insert(event, text.replaceAll(',', '.'))
  }
  return <Input {...props} type="number" inputMode="decimal" step="0.01" min="0" onKeyDown={onKeyDown} onPaste={onPaste} />
}

/** In place of what the event would insert. An input of this type has no other way that keeps the caret and the undo of the browser. */
function insert(event: KeyboardEvent | ClipboardEvent, text: string): void {
  event.preventDefault()
  document.execCommand('insertText', false, text)
}

/** An amount as typed. With more than two decimals it is none: who typed 1,250 for a thousand and more must not get 1.25. */
export const readDecimal = (text: string): number => (/\.\d{3}/.test(text) ? Number.NaN : Number.parseFloat(text))
