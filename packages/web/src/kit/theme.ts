import { useSyncExternalStore } from 'react'
import { onPrint } from './layout/printing.ts'

export type Theme = 'dark' | 'light'

/** The storage key of the choice; `public/theme.js` reads it before the first paint. */
const themeKey = 'preferred-theme'

const listeners = new Set<() => void>()

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, readTheme), chooseTheme]
}

/** Shows the light theme on paper. The chart is drawn again in its colours, so this cannot be a style alone. */
export function printLight(): void {
  let chosen: Theme | null = null
  onPrint((isPrinting) => {
    if (isPrinting) {
      chosen ??= readTheme()
      show('light')
    } else if (chosen !== null) {
      show(chosen)
      chosen = null
    }
  })
}

/** The theme of the page. Dark unless light was chosen. */
export const readTheme = (): Theme => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark')

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(themeKey, theme)
  show(theme)
}

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  document.documentElement.style.colorScheme = theme
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', followOtherTab)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTab)
  }
}

function followOtherTab({ key, newValue }: StorageEvent): void {
  if (key === themeKey) show(newValue === 'light' ? 'light' : 'dark')
}
