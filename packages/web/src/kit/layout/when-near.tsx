import { type ReactNode, useEffect, useRef, useState } from 'react'

interface Props {
  /** Has the size of the content, so that nothing moves. */
  readonly placeholder: ReactNode
  readonly children: ReactNode
}

/** A part at the end of a long page. It is drawn, and its data fetched, once it comes near the window; then it stays. */
export function WhenNear({ placeholder, children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || place.current === null) return undefined
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: '400px' })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear])
  return isNear ? children : <div ref={place}>{placeholder}</div>
}
