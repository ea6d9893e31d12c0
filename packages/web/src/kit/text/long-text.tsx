import { useEffect, useRef, useState } from 'react'

/** Shows one line of a text in a table, six on a card, and a button for the rest. */
export function LongText({ children }: { readonly children: string }) {
  const text = useRef<HTMLSpanElement>(null)
  const [isCut, setCut] = useState(false)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const shown = text.current
    if (shown === null || isOpen) return undefined
    const observer = new ResizeObserver(() => setCut(shown.scrollHeight > shown.clientHeight + 1))
    observer.observe(shown)
    return () => observer.disconnect()
  }, [isOpen])
  return (
    <span className={isOpen ? undefined : 'flex items-baseline gap-2 cards:block'}>
      <span ref={text} className={isOpen ? 'block whitespace-normal' : 'line-clamp-1 min-w-0 whitespace-normal cards:line-clamp-6'}>
        {children}
      </span>
      {isCut && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="shrink-0 rounded-sm text-caption text-accent hover:underline touch:min-h-11"
        >
          {isOpen ? 'Show less' : 'Show all'}
        </button>
      )}
    </span>
  )
}
