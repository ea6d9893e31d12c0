import { LoaderCircle, Search, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { plural } from '../../kit/text/format.ts'
import type { Entry } from './entries.ts'

interface Props {
  readonly text: string
  readonly onText: (text: string) => void
  readonly entries: readonly Entry[]
  readonly isSearching: boolean
  readonly onChoose: (entry: Entry) => void
  /** Enter, before there is an entry. */
  readonly onEnterEarly: () => void
  /** Below the entries: a failure, or the life of a key. */
  readonly below: ReactNode
}

/** A text field with a list under it: the field keeps the focus, the arrow keys move through the list. */
export function EntryList({ text, onText, entries, isSearching, onChoose, onEnterEarly, below }: Props) {
  const id = useId()
  const [activeId, setActiveId] = useState<string | null>(null)
  const at = Math.max(
    0,
    entries.findIndex((entry) => entry.id === activeId),
  )
  const active = entries[at]

  const move = (to: number) => setActiveId(entries[(to + entries.length) % entries.length]?.id ?? null)
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }
    const to = event.key === 'Home' || event.key === 'End' ? (text === '' ? moves[event.key] : undefined) : moves[event.key]
    if (to === undefined && event.key !== 'Enter') return
    // A word that is being composed takes its Enter.
    if (event.nativeEvent.isComposing) return
    event.preventDefault()
    if (to !== undefined) move(to)
    else if (active === undefined) onEnterEarly()
    else onChoose(active)
  }
  const change = (next: string) => {
    setActiveId(null)
    onText(next)
  }
  const groups = [...Map.groupBy(entries, ({ group }) => group)]
  const q = text.trim()
  const isNothing = entries.length === 0 && !isSearching && below === null
  return (
    <>
      <div className="flex items-center gap-3 border-b border-border pr-2 pl-4">
        {isSearching ? (
          <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-muted" />
        ) : (
          <Search aria-hidden className="size-4 shrink-0 text-muted" />
        )}
        <input
          autoFocus
          role="combobox"
          aria-label="Search everything"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active && `${id}-${at}`}
          placeholder="Order, email, key, product, or what to do"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
        <Dialog.Close
          aria-label="Close"
          className="flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text touch:size-11"
        >
          <X aria-hidden className="size-4" />
        </Dialog.Close>
      </div>
      <div className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain">
        <div id={`${id}-list`} role="listbox" aria-label="Results" className="px-2">
          {groups.map(([group, rows], index) => (
            <div key={group} role="group" aria-labelledby={`${id}-group-${index}`} className="py-1.5">
              <p id={`${id}-group-${index}`} aria-hidden className="px-2 py-1 text-caption font-medium text-muted">
                {group}
              </p>
              {rows.map((entry) => {
                const place = entries.indexOf(entry)
                return (
                  <Option
                    key={entry.id}
                    id={`${id}-${place}`}
                    entry={entry}
                    isActive={place === at}
                    onPoint={() => setActiveId(entry.id)}
                    onChoose={() => onChoose(entry)}
                  />
                )
              })}
            </div>
          ))}
        </div>
        {isNothing && <p className="px-4 py-10 text-center text-muted break-words">Nothing found for &quot;{q}&quot;</p>}
        {entries.length === 0 && isSearching && <p className="px-4 py-10 text-center text-muted">Searching...</p>}
        {below}
      </div>
      <p role="status" className="sr-only">
        {isSearching ? 'Searching...' : isNothing ? `Nothing found for "${q}"` : entries.length > 0 && plural(entries.length, 'result')}
      </p>
      <footer aria-hidden className="flex gap-4 border-t border-border px-4 py-2 text-caption text-muted max-md:hidden">
        <Hint keys="↑ ↓" does="move" />
        <Hint keys="↵" does="open" />
        <Hint keys="Esc" does="close" />
      </footer>
    </>
  )
}

const Hint = ({ keys, does }: { readonly keys: string; readonly does: string }) => (
  <span>
    <kbd className="mr-1.5 rounded-sm border border-border px-1 font-mono">{keys}</kbd>
    {does}
  </span>
)

interface OptionProps {
  readonly id: string
  readonly entry: Entry
  readonly isActive: boolean
  readonly onPoint: () => void
  readonly onChoose: () => void
}

function Option({ id, entry: { title, detail, icon: Icon }, isActive, onPoint, onChoose }: OptionProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onPointerMove={isActive ? undefined : onPoint}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={(event) => event.key === 'Enter' && onChoose()}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-2 py-1.5 aria-selected:bg-pressed touch:min-h-11"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
        <span className="block truncate sm:shrink-0 sm:max-w-[60%]">{title}</span>
        {detail && <span className="block truncate text-table text-muted sm:ml-auto">{detail}</span>}
      </span>
    </div>
  )
}
