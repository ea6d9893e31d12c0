import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isFree, useShortcut } from '../kit/controls/keyboard.ts'
import { lazyDialog } from '../kit/feedback/lazy-part.tsx'
import { useMay } from '../session/session-provider.tsx'
import { pressKey } from './palette/shortcuts.ts'

const Palette = lazyDialog('Search everything', async () => (await import('./palette/palette.tsx')).Palette)
const ShortcutsDialog = lazyDialog('Keyboard shortcuts', async () => (await import('./palette/shortcuts-dialog.tsx')).ShortcutsDialog)

/** What is typed into the palette; also before it is there. */
export interface Typed {
  readonly text: string
  /** Enter was pressed before there was anything to open: the first thing found opens. */
  readonly isEntered: boolean
}

const nothing: Typed = { text: '', isEntered: false }

/** The search of everything, by its button or Ctrl/Cmd+K, and the keys that do something alone. The palette's code comes with the first use. */
export function QuickAccess() {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null)
  const [typed, setTyped] = useState(nothing)
  const isThere = useRef(false)
  const search = () => {
    if (open !== 'palette') {
      isThere.current = false
      setTyped(nothing)
    }
    setOpen('palette')
  }
  const close = () => setOpen(null)
  useEarlyKeys(open === 'palette', (event) => {
    if (isThere.current) return
    const next = typeEarly(typed, event)
    if (next === null && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (next === null) close()
    else setTyped(next)
  })
  useSingleKeys(() => setOpen('shortcuts'))
  useShortcut('mod+k', () => (open === 'palette' ? close() : search()))
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={search}
        className="ml-auto flex h-8 w-60 shrink-0 items-center gap-2 rounded-control border border-edge px-2.5 text-muted hover:bg-hover hover:text-text touch:h-11 @max-[40rem]/header:size-11 @max-[40rem]/header:justify-center @max-[40rem]/header:border-transparent"
      >
        <Search aria-hidden className="size-4" />
        <span className="flex-1 text-left whitespace-nowrap @max-[40rem]/header:sr-only">Search everything</span>
        {/* Not as text: what a button shows must be its name. */}
        <kbd
          aria-hidden
          data-keys={/mac/i.test(navigator.platform) ? '⌘K' : 'Ctrl K'}
          className="rounded-sm border border-border px-1.5 font-mono text-caption after:content-[attr(data-keys)] @max-[40rem]/header:hidden"
        />
      </button>
      {open === 'palette' && (
        <Palette
          typed={typed}
          onType={setTyped}
          onThere={() => {
            isThere.current = true
          }}
          onShortcuts={() => setOpen('shortcuts')}
          onClose={close}
        />
      )}
      {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </>
  )
}

/** What a key makes of what is typed while the palette's code loads; null for a key that is not for it. */
function typeEarly({ text, isEntered }: Typed, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): Typed | null {
  if (ctrlKey || metaKey || altKey) return null
  if (key === 'Enter') return { text, isEntered: true }
  if (key === 'Backspace') return { text: text.slice(0, -1), isEntered }
  return key?.length === 1 ? { text: text + key, isEntered } : null
}

/** Sees each key before the page does. */
function useEarlyKeys(isOn: boolean, onKey: (event: KeyboardEvent) => void): void {
  const press = useEffectEvent(onKey)
  useEffect(() => {
    if (!isOn) return undefined
    const onKeyDown = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [isOn])
}

function useSingleKeys(openShortcuts: () => void): void {
  const navigate = useNavigate()
  const may = useMay()
  const press = useEffectEvent((key: string) => pressKey(key, { go: (path) => void navigate({ to: path }), may, openShortcuts }))
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPlain = event.key?.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
      if (isPlain && !event.defaultPrevented && isFree(event)) press(event.key)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
