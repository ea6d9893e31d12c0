import { cx } from 'class-variance-authority'
import { useEffect, useRef, useState } from 'react'
import { useIsOwnHost } from '../../../session/session-provider.tsx'
import { type PanelTitle, panelTitles } from './form.ts'
import { type ProductEditing, useProductChanges } from './use-product-form.ts'

/** The sections of the page: the panels, and the history. */
type SectionTitle = PanelTitle | 'History'
const withHistory: readonly SectionTitle[] = [...panelTitles, 'History']

/** The id of a panel, for links. */
const panelId = (title: SectionTitle): string => title.toLowerCase().replaceAll(' ', '-')

interface Props {
  readonly editing: ProductEditing
  /** Panels with unsaved input that Save Changes does not send. */
  readonly unsaved: readonly PanelTitle[]
}

/** Links to the panels, for wide screens. Marks the panel in view, and shows a dot for unsaved edits. */
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

/** Scrolls to a panel and focuses it, so that Tab continues from there. */
function goTo(title: SectionTitle): void {
  const panel = document.getElementById(panelId(title))
  if (panel === null) return
  panel.tabIndex = -1
  panel.focus({ preventScroll: true })
  panel.scrollIntoView({ block: 'start', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
}

/** Events of scrolling by a person, unlike scrolling by `goTo`. */
const scrollInputs = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * The last panel whose top is in the upper third of the window or above; at the end of the page, the last one. A chosen panel stays current
 * until the person scrolls, because the last panels cannot reach the top.
 */
function useInView(titles: readonly SectionTitle[]): [SectionTitle, (chosen: SectionTitle) => void] {
  const [current, setCurrent] = useState<SectionTitle>(panelTitles[0])
  const isChosen = useRef(false)
  const choose = (title: SectionTitle) => {
    isChosen.current = true
    setCurrent(title)
  }
  useEffect(() => {
    const update = () => {
      if (isChosen.current) return
      const isEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      const passed = titles.filter(
        (title) => (document.getElementById(panelId(title))?.getBoundingClientRect().top ?? Infinity) < window.innerHeight / 3,
      )
      setCurrent((isEnd && window.scrollY > 0 ? titles.at(-1) : passed.at(-1)) ?? panelTitles[0])
    }
    // In the next frame, which does a layout anyway; measuring now would force an extra one.
    let frame = requestAnimationFrame(update)
    const scheduleUpdate = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(update)
    }
    const release = () => void (isChosen.current = false)
    document.addEventListener('scroll', scheduleUpdate, { passive: true })
    // A variant that opens, or an editor that loads, moves the panels below it.
    const sizes = new ResizeObserver(scheduleUpdate)
    sizes.observe(document.body)
    window.addEventListener('resize', scheduleUpdate)
    for (const input of scrollInputs) document.addEventListener(input, release, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', scheduleUpdate)
      window.removeEventListener('resize', scheduleUpdate)
      sizes.disconnect()
      for (const input of scrollInputs) document.removeEventListener(input, release)
    }
  }, [titles])
  return [current, choose]
}
