import { cx } from 'class-variance-authority'
import { useEffect, useRef, useState } from 'react'
import { useIsOwnHost } from '../../../session/session-provider.tsx'
import { type PanelTitle, panelTitles } from './form.ts'
import { type ProductEditing, useProductChanges } from './use-product-form.ts'

/** The sections of the page; the last has nothing to save. */
type SectionTitle = PanelTitle | 'History'
const withHistory: readonly SectionTitle[] = [...panelTitles, 'History']

/** The name of a panel in an address. */
const panelId = (title: SectionTitle): string => title.toLowerCase().replaceAll(' ', '-')

interface Props {
  readonly editing: ProductEditing
  /** Panels with something typed that Save Changes does not send. */
  readonly unsaved: readonly PanelTitle[]
}

/** The panels of the page, the one in view marked, those with unsaved edits dotted. For wide screens. */
export function SectionNav({ editing, unsaved }: Props) {
  const titles = useIsOwnHost() ? withHistory : panelTitles
  const edited = new Set<SectionTitle>([...useProductChanges(editing).keys(), ...unsaved])
  const [current, choose] = useInView(titles)
  return (
    <nav aria-label="Sections" className="sticky top-[calc(var(--header-height)+1.5rem)] self-start max-xl:hidden">
      <ul className="border-l border-border">
        {titles.map((title) => (
          <li key={title}>
            <a
              href={`#${panelId(title)}`}
              aria-current={title === current ? 'location' : undefined}
              onClick={(event) => {
                event.preventDefault()
                choose(title)
                goTo(title)
              }}
              className={cx(
                '-ml-px flex min-h-8 items-center justify-between gap-2 border-l py-1 pl-4 text-table',
                title === current ? 'border-accent font-medium text-text' : 'border-transparent text-muted hover:text-text',
              )}
            >
              {title}
              {edited.has(title) && (
                <>
                  <span aria-hidden className="size-1.5 rounded-full bg-accent" />
                  <span className="sr-only">(unsaved)</span>
                </>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scrolls there and moves the focus along, so that Tab goes on from that panel. */
function goTo(title: SectionTitle): void {
  const panel = document.getElementById(panelId(title))
  if (panel === null) return
  panel.tabIndex = -1
  panel.focus({ preventScroll: true })
  panel.scrollIntoView({ block: 'start', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
}

/** By which a person scrolls. */
const scrollInputs = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * The last panel whose top has passed the upper third of the window; at the very end, the last one. A panel that was chosen stays until the
 * person scrolls on: the last ones cannot come to the top.
 */
function useInView(titles: readonly SectionTitle[]): [SectionTitle, (chosen: SectionTitle) => void] {
  const [current, setCurrent] = useState<SectionTitle>(panelTitles[0])
  const isChosen = useRef(false)
  const choose = (title: SectionTitle) => {
    isChosen.current = true
    setCurrent(title)
  }
  useEffect(() => {
    const look = () => {
      if (isChosen.current) return
      const isEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      const passed = titles.filter(
        (title) => (document.getElementById(panelId(title))?.getBoundingClientRect().top ?? Infinity) < window.innerHeight / 3,
      )
      setCurrent((isEnd && window.scrollY > 0 ? titles.at(-1) : passed.at(-1)) ?? panelTitles[0])
    }
    // With the next frame, which measures the page anyway; asked here, the browser would have to do so at once.
    let frame = requestAnimationFrame(look)
    const lookSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(look)
    }
    const release = () => void (isChosen.current = false)
    document.addEventListener('scroll', lookSoon, { passive: true })
    for (const input of scrollInputs) document.addEventListener(input, release, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', lookSoon)
      for (const input of scrollInputs) document.removeEventListener(input, release)
    }
  }, [titles])
  return [current, choose]
}
