import { useEffect, useState } from 'react'

/** Call the result after marking fields: the first marked one is then brought into view and focused. */
export function useFocusProblem(root: string): () => void {
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    if (asked === 0) return
    const field = document.querySelector<HTMLElement>(`${root} [aria-invalid=true]`)
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }, [asked, root])
  // A state rather than a call, so that it happens after the marks are on screen.
  return () => setAsked((before) => before + 1)
}
