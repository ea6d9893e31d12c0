import { useMemo, useSyncExternalStore } from 'react'

export interface ChartColors {
  readonly line: string
  readonly bars: string
  readonly grid: string
  readonly text: string
  readonly surface: string
}

/** The theme's tokens as a canvas needs them: read again when the theme changes. */
export function useChartColors(): ChartColors {
  const theme = useSyncExternalStore(subscribe, () => document.documentElement.dataset.theme ?? '')
  return useMemo(() => readColors(theme), [theme])
}

function readColors(_theme: string): ChartColors {
  const tokens = getComputedStyle(document.documentElement)
  const read = (name: string) => tokens.getPropertyValue(name).trim()
  return { line: read('--accent'), bars: read('--blue'), grid: read('--border'), text: read('--muted'), surface: read('--surface') }
}

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
