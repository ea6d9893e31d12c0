import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { controlClass } from './input.tsx'
import { useShortcut } from './keyboard.ts'

interface Props {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly label: string
  readonly placeholder?: string
  /** Characters, where the server limits them. */
  readonly maxLength?: number
}

/** A search field. `/` focuses it from anywhere on the screen, Esc empties it. */
export function SearchInput({ value, onChange, label, placeholder = label, maxLength }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useShortcut('/', () => input.current?.focus())
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <div className="group relative min-w-0 max-md:flex-1 md:w-60 lg:w-72">
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
      <input
        ref={input}
        type="text"
        role="searchbox"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') clear()
        }}
        className={`${controlClass} pr-11 pl-9 text-ellipsis`}
      />
      {value === '' ? (
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 rounded-sm border border-border px-1.5 font-mono text-caption text-muted group-focus-within:hidden max-md:hidden"
        >
          /
        </kbd>
      ) : (
        <button
          type="button"
          aria-label="Clear search"
          onClick={clear}
          className="absolute top-1/2 right-1 flex size-7 -translate-y-1/2 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-text touch:size-11"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  )
}
