import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { isFree, useShortcut } from '../kit/controls/keyboard.ts'
import { lazyDialog, usePreload } from '../kit/feedback/lazy-part.tsx'
import { useMay } from '../session/session-provider.tsx'
import { pressKey } from './palette/shortcuts.ts'

const Palette = lazyDialog('Search everything', async () => (await import('./palette/palette.tsx')).Palette)
const ShortcutsDialog = lazyDialog('Keyboard shortcuts', async () => (await import('./palette/shortcuts-dialog.tsx')).ShortcutsDialog)

/** The search of everything, by its button or Ctrl/Cmd+K, and the single-key shortcuts. */
export function QuickAccess() {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null)
  const close = () => setOpen(null)
  // Text that is typed right after Ctrl+K goes into the palette.
  usePreload(Palette)
  useSingleKeys(open === null, () => setOpen('shortcuts'))
  useShortcut('mod+k', () => setOpen(open === 'palette' ? null : 'palette'))
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setOpen('palette')}
        className="ml-auto flex h-8 w-60 shrink-0 items-center gap-2 rounded-control border border-border px-2.5 text-muted hover:border-edge hover:text-text touch:h-11 @max-[40rem]/header:size-11 @max-[40rem]/header:justify-center @max-[40rem]/header:border-transparent"
      >
        <Search aria-hidden className="size-4" />
        <span className="flex-1 text-left whitespace-nowrap @max-[40rem]/header:sr-only">Search everything</span>
        {/* Drawn by CSS, because the visible text of a button must be its name. */}
        <kbd
          aria-hidden
          data-keys={/mac/i.test(navigator.platform) ? '⌘K' : 'Ctrl K'}
          className="rounded-sm border border-border px-1.5 font-mono text-caption after:content-[attr(data-keys)] @max-[40rem]/header:hidden"
        />
      </button>
      {open === 'palette' && <Palette onShortcuts={() => setOpen('shortcuts')} onClose={close} />}
      {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </>
  )
}

/** @param isOn false while a dialog is open, which handles its own keys */
function useSingleKeys(isOn: boolean, openShortcuts: () => void): void {
  const navigate = useNavigate()
  const may = useMay()
  const press = useEffectEvent((key: string) => pressKey(key, { go: (path) => void navigate({ to: path }), may, openShortcuts }))
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPlain = event.key?.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
      if (isOn && isPlain && !event.defaultPrevented && isFree(event)) press(event.key)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}
