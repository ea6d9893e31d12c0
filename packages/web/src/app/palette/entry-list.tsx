import { limits } from '@keydesk/contract'
import { Command } from 'cmdk'
import { LoaderCircle, Search, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { KeyboardEvent, ReactNode } from 'react'
import { plural } from '../../kit/text/format.ts'
import type { Entry } from './entries.ts'

interface Props {
  readonly text: string
  readonly onText: (text: string) => void
  readonly entries: readonly Entry[]
  readonly isSearching: boolean
  readonly onChoose: (entry: Entry) => void
  /** Enter was pressed while there is no entry. */
  readonly onEnterEarly: () => void
  /** Below the entries: a failure, or the history of a key. */
  readonly below: ReactNode
}

/** A text field with a list below it. The field keeps the focus, and the arrow keys move through the list. */
export function EntryList({ text, onText, entries, isSearching, onChoose, onEnterEarly, below }: Props) {
  const groups = [...Map.groupBy(entries, ({ group }) => group)]
  const q = text.trim()
  const isNothing = entries.length === 0 && !isSearching && below === null
  const onKeyDown = (event: KeyboardEvent) => {
    // In a text, Home and End move the caret.
    if (text !== '' && (event.key === 'Home' || event.key === 'End')) event.stopPropagation()
    // While a word is composed, Enter belongs to the input method.
    if (event.key === 'Enter' && entries.length === 0 && !event.nativeEvent.isComposing) onEnterEarly()
  }
  return (
    <Command label="Search everything" loop shouldFilter={false} vimBindings={false} className="flex min-h-0 flex-1 flex-col outline-none">
      <div className="flex items-center gap-3 border-b border-border pr-2 pl-4">
        {isSearching ? (
          <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-muted" />
        ) : (
          <Search aria-hidden className="size-4 shrink-0 text-muted" />
        )}
        <Command.Input
          autoFocus
          placeholder="Order, email, key, product, or what to do"
          maxLength={limits.keyLength}
          value={text}
          onValueChange={onText}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
        <Dialog.Close
          aria-label="Close"
          onKeyDown={stopListKeys}
          className="flex size-8 shrink-0 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text touch:size-11"
        >
          <X aria-hidden className="size-4" />
        </Dialog.Close>
      </div>
      <div className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain">
        <Command.List label="Results" className="px-2">
          {groups.map(([group, rows]) => (
            <Command.Group
              key={group}
              heading={<p className="px-2 py-1 text-caption font-medium text-muted">{group}</p>}
              className="py-1.5"
            >
              {rows.map((entry) => (
                <Option key={entry.id} entry={entry} onChoose={() => onChoose(entry)} />
              ))}
            </Command.Group>
          ))}
        </Command.List>
        {isNothing && <p className="px-4 py-10 text-center text-muted break-words">Nothing found for &quot;{q}&quot;</p>}
        {entries.length === 0 && isSearching && <p className="px-4 py-10 text-center text-muted">Searching...</p>}
        <div role="presentation" onKeyDown={stopListKeys}>
          {below}
        </div>
      </div>
      <p role="status" className="sr-only">
        {isSearching ? 'Searching...' : isNothing ? `Nothing found for "${q}"` : entries.length > 0 && plural(entries.length, 'result')}
      </p>
      <footer aria-hidden className="flex gap-4 border-t border-border px-4 py-2 text-caption text-muted max-md:hidden">
        <Hint keys="↑ ↓" does="move" />
        <Hint keys="↵" does="open" />
        <Hint keys="Esc" does="close" />
      </footer>
    </Command>
  )
}

/** Keeps keys of a button from the list, which would handle Enter and the arrow keys of everything in it. */
function stopListKeys(event: KeyboardEvent): void {
  if (!event.ctrlKey && !event.metaKey) event.stopPropagation()
}

const Hint = ({ keys, does }: { readonly keys: string; readonly does: string }) => (
  <span>
    <kbd className="mr-1.5 rounded-sm border border-border px-1 font-mono">{keys}</kbd>
    {does}
  </span>
)

interface OptionProps {
  readonly entry: Entry
  readonly onChoose: () => void
}

const Option = ({ entry: { id, title, detail, icon: Icon }, onChoose }: OptionProps) => (
  <Command.Item
    value={id}
    onSelect={onChoose}
    className="flex min-h-9 cursor-pointer items-center gap-3 rounded-control px-2 py-1.5 aria-selected:bg-pressed touch:min-h-11"
  >
    <Icon aria-hidden className="size-4 shrink-0 text-muted" />
    <span className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
      <span className="block truncate sm:shrink-0 sm:max-w-[60%]">{title}</span>
      {detail && <span className="block truncate text-table text-muted sm:ml-auto">{detail}</span>}
    </span>
  </Command.Item>
)
