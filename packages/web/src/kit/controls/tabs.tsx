import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useDeferredValue, useEffect, useId, useRef } from 'react'
import { useFadedEdges } from '../layout/use-faded-edges.ts'
import { TabTitle, tabClass, tabListClass } from './tab-style.tsx'

export interface Tab<Value extends string> {
  readonly value: Value
  readonly title: string
  /** The words of the title that are enough on a phone. */
  readonly short?: string
  readonly count?: number
  readonly content: ReactNode
}

interface Props<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly tabs: readonly Tab<Value>[]
}

export function Tabs<Value extends string>({ label, value, onChange, tabs }: Props<Value>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  useFadedEdges(list)
  const at = Math.max(
    tabs.findIndex((tab) => tab.value === value),
    0,
  )
  // The pressed tab is marked at once; the old content stays until the new content is rendered.
  const drawn = tabs[useDeferredValue(at)]
  // On narrow screens the list scrolls, and an address may choose a tab that is out of sight.
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [at])
  // The library reports one press twice: on focus and on press.
  const pressed = useRef<string>(null)
  const choose = (next: string) => {
    if (pressed.current === next) return
    pressed.current = next
    queueMicrotask(() => void (pressed.current = null))
    onChange(next as Value)
  }
  return (
    <Radix.Root value={tabs[at]?.value} onValueChange={choose}>
      <Radix.List ref={list} aria-label={label} className={tabListClass}>
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            aria-describedby={tab.count === undefined ? undefined : `${id}-${tab.value}-count`}
            className={tabClass}
            // The library focuses a pressed tab by a script, and browsers draw the focus ring for that.
            onMouseDown={(event) => event.currentTarget.focus({ focusVisible: false })}
          >
            <TabTitle title={tab.title} short={tab.short} />
            {/* The count is the description, so that the name stays the same. */}
            {tab.count !== undefined && (
              <span aria-hidden id={`${id}-${tab.value}-count`} className="ml-2 rounded-full bg-hover px-1.5 text-caption tabular-nums">
                {tab.count}
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {drawn !== undefined && (
        <Radix.Content key={drawn.value} value={drawn.value} forceMount className="-outline-offset-2">
          {drawn.content}
        </Radix.Content>
      )}
    </Radix.Root>
  )
}
