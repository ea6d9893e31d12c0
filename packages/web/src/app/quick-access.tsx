import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { isFree, useShortcut } from '../kit/keyboard.ts'
import { lazyDialog } from '../kit/lazy-part.tsx'
import { useMay } from '../session/session-provider.tsx'

const Palette = lazyDialog('Search everything', async () => (await import('./palette/palette.tsx')).Palette)
const ShortcutsDialog = lazyDialog('Keyboard shortcuts', async () => (await import('./palette/shortcuts-dialog.tsx')).ShortcutsDialog)

/** The search of everything, by its button or Ctrl/Cmd+K, and the keys that do something alone. Their code comes with the first use. */
export function QuickAccess() {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null)
  const early = useEarlyText()
  const search = () => {
    if (open !== 'palette') early.begin()
    setOpen('palette')
  }
  useSingleKeys(() => setOpen('shortcuts'))
  const close = () => {
    early.end()
    setOpen(null)
  }
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
      {open === 'palette' && <Palette early={early} onShortcuts={() => setOpen('shortcuts')} onClose={close} />}
      {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </>
  )
}

/** Keeps what is typed until the palette is there to take it. */
function useEarlyText() {
  const [early] = useState(() => {
    let text = ''
    const keep = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Backspace') text = text.slice(0, -1)
      else if (event.key?.length === 1) text += event.key
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    const end = () => document.removeEventListener('keydown', keep, true)
    const begin = () => {
      text = ''
      document.addEventListener('keydown', keep, true)
    }
    return { read: () => text, begin, end }
  })
  useEffect(() => early.end, [early])
  return early
}

function useSingleKeys(openShortcuts: () => void): void {
  const navigate = useNavigate()
  const may = useMay()
  const press = useEffectEvent(async (key: string) => {
    const { pressKey } = await import('./palette/shortcuts.ts')
    pressKey(key, { go: (path) => void navigate({ to: path }), may, openShortcuts })
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPlain = event.key?.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
      if (isPlain && !event.defaultPrevented && isFree(event)) void press(event.key)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
