import { useEffect } from 'react'
import { brandTitle } from '../layout/brand-mark.tsx'

/** Sets the tab's title. A page with a more exact title ("Product Details: Aurora") calls it too, after the screen, and wins. */
export function useTitle(text: string): void {
  useEffect(() => {
    document.title = `${text} · ${brandTitle()}`
  }, [text])
}
