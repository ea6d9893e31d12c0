import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useId, useRef } from 'react'

export interface Tab<Value extends string> {
  readonly value: Value
  readonly title: string
  readonly count?: number
  readonly content: ReactNode
}

interface Props<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly tabs: readonly Tab<Value>[]
}

/** The chosen tab alone is in the tab order; arrow keys, Home and End choose among them. */
export function Tabs<Value extends string>({ label, value, onChange, tabs }: Props<Value>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const at = Math.max(
    tabs.findIndex((tab) => tab.value === value),
    0,
  )
  // The press shows at once; the content before stays until the next one is drawn.
  const drawn = tabs[useDeferredValue(at)]
  // On narrow screens the list scrolls, and an address may choose a tab that is out of sight.
  useEffect(() => {
    tabsOf(list.current)[at]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [at])
  const onKeyDown = (event: KeyboardEvent) => {
    const count = tabs.length
    const next = { ArrowRight: (at + 1) % count, ArrowLeft: (at - 1 + count) % count, Home: 0, End: count - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    onChange(tabs[next]!.value)
    tabsOf(list.current)[next]?.focus()
  }
  return (
    <>
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={onKeyDown}
        className="mb-4 flex [scrollbar-width:thin] gap-1 overflow-x-auto border-b border-border"
      >
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={index === at}
            aria-controls={index === at ? `${id}-panel` : undefined}
            aria-describedby={tab.count === undefined ? undefined : `${id}-${tab.value}-count`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className="control relative shrink-0 rounded-t-control px-3 font-medium text-muted -outline-offset-2 hover:text-text aria-selected:text-text aria-selected:after:absolute aria-selected:after:inset-x-3 aria-selected:after:bottom-0 aria-selected:after:h-0.5 aria-selected:after:bg-accent"
          >
            {tab.title}
            {/* Described by its count rather than named after it: the name stays the same. */}
            {tab.count !== undefined && (
              <span aria-hidden id={`${id}-${tab.value}-count`} className="ml-2 rounded-full bg-hover px-1.5 text-caption tabular-nums">
                {tab.count}
              </span>
            )}
          </button>
        ))}
      </div>
      <div
        key={drawn?.value}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${drawn?.value}`}
        tabIndex={0}
        className="-outline-offset-2"
      >
        {drawn?.content}
      </div>
    </>
  )
}

const tabsOf = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
