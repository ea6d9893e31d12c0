import { useEffect } from 'react'
import { brandTitle } from '../layout/brand-mark.tsx'

/** The tab's title. A page that knows better than its screen's name ("Product Details: Aurora") calls it too, and wins. */
export function useTitle(text: string): void {
  useEffect(() => {
    document.title = `${text} · ${brandTitle()}`
  }, [text])
}
