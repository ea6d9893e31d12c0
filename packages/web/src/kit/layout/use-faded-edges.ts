import { type RefObject, useEffect } from 'react'

/** Marks a strip that scrolls sideways with the ends that hide something; the class `faded-edges` fades them. */
export function useFadedEdges(strip: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = strip.current
    if (element === null) return undefined
    const update = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      element.toggleAttribute('data-hides-start', scrollLeft > 1)
      element.toggleAttribute('data-hides-end', scrollLeft + clientWidth < scrollWidth - 1)
    }
    const observer = new ResizeObserver(update)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [strip])
}
