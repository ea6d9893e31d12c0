import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Reports when the page is about to be printed, while there is still time to render, and when that is over. Returns a function to stop. */
export function onPrint(report: (isPrinting: boolean) => void): () => void {
  const media = window.matchMedia('print')
  const before = () => report(true)
  const after = () => report(false)
  const change = ({ matches }: MediaQueryListEvent) => report(matches)
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  media.addEventListener('change', change)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
    media.removeEventListener('change', change)
  }
}

/** Whether the page is being printed, for content that is not all in the page at other times. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => onPrint((next) => flushSync(() => setPrinting(next))), [])
  return isPrinting
}
