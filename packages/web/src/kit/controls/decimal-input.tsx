import type { ClipboardEvent, ComponentProps, KeyboardEvent } from 'react'
import { Input } from './input.tsx'

/**
 * A number with two decimals. A typed or pasted comma becomes a decimal point, because browsers drop it silently, which turns 12,50 into
 * 1250. A text such as 1,250 then has three decimals, which `readDecimal` refuses. In 1,234.50 and 1.234,50 the first mark groups thousands.
 */
export function DecimalInput(props: ComponentProps<typeof Input>) {
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key === ',' && isPlain) insert(event, '.')
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text').trim()
    if (text.includes(',')) insert(event, pastedDecimal(text))
  }
  return <Input {...props} type="number" inputMode="decimal" step="0.01" min="0" onKeyDown={onKeyDown} onPaste={onPaste} />
}

/** The last mark is the decimal point. Earlier ones are dropped if they are of the other kind. */
export function pastedDecimal(text: string): string {
  const comma = text.lastIndexOf(',')
  const point = text.lastIndexOf('.')
  return text.replaceAll(comma < point ? ',' : '.', '').replaceAll(',', '.')
}

/** Inserts a text instead of the event's own. A number input has no other way that keeps the caret and the browser's undo. */
function insert(event: KeyboardEvent | ClipboardEvent, text: string): void {
  event.preventDefault()
  document.execCommand('insertText', false, text)
}

/** A typed amount. NaN for more than two decimals: somebody who typed 1,250 for 1250 must not get 1.25. */
export const readDecimal = (text: string): number => (/\.\d{3}/.test(text) ? Number.NaN : Number.parseFloat(text))
