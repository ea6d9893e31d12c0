import { Tabs as Radix } from 'radix-ui'
import { useDeferredValue, useEffect, useId, useRef, type ReactNode } from 'react'

interface Tab {
  readonly value: string
  readonly title: string
  readonly count?: number
  readonly content: ReactNode
}

interface Props {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly tabs: readonly Tab[]
}

export function Tabs({ label, value, onChange, tabs }: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // The press shows at once; the content before stays until the next one is drawn.
  const drawn = useDeferredValue(value)
  // On narrow screens the list scrolls, and an address may choose a tab that is out of sight.
  useEffect(() => {
    list.current?.querySelector(`[id$="-trigger-${value}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [value])
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.List ref={list} aria-label={label} className="mb-4 flex gap-1 overflow-x-auto border-b border-border">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            aria-describedby={tab.count === undefined ? undefined : `${id}-${tab.value}`}
            className="control relative shrink-0 rounded-t-control px-3 font-medium text-muted -outline-offset-2 hover:text-text data-[state=active]:text-text data-[state=active]:after:absolute data-[state=active]:after:inset-x-3 data-[state=active]:after:-bottom-px data-[state=active]:after:h-0.5 data-[state=active]:after:bg-accent"
          >
            {tab.title}
            {/* Described by its count rather than named after it: the name stays the same. */}
            {tab.count !== undefined && (
              <span aria-hidden id={`${id}-${tab.value}`} className="ml-2 rounded-full bg-hover px-1.5 text-caption tabular-nums">
                {tab.count}
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} forceMount={tab.value === drawn ? true : undefined}>
          {tab.value === drawn && tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
