import type { Permission } from '@keydesk/contract'
import { screens } from '../../routes/screens.ts'

interface Actions {
  readonly go: (path: string) => void
  readonly may: (permission: Permission) => boolean
  readonly openShortcuts: () => void
}

/** A letter counts within this time after `g`. */
const pairMs = 5_000
let wentAt = Number.NEGATIVE_INFINITY

/** Handles a single key that is pressed while nobody types. */
export function pressKey(key: string, { go, may, openShortcuts }: Actions): void {
  const isSecond = performance.now() - wentAt < pairMs
  wentAt = Number.NEGATIVE_INFINITY
  const screen = isSecond ? screens.find(({ letter }) => letter === key) : undefined
  if (screen !== undefined) {
    if (may(screen.permission)) go(screen.path)
  } else if (key === 'g') wentAt = performance.now()
  else if (key === '?') openShortcuts()
  else if (key === 'j') moveRow(1)
  else if (key === 'k') moveRow(-1)
}

/** The control that Enter opens in a row: the row's own link, otherwise its first link or button. */
const target = '[data-row-link], a, button'

/** Moves the focus from row to row; from elsewhere `j` goes to the first one. */
function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('#content tbody tr[role=row]')]
  const openable = rows.flatMap((row) => {
    const control = row.querySelector<HTMLElement>('[data-row-link]') ?? row.querySelector<HTMLElement>(target)
    return control === null ? [] : [{ row, control }]
  })
  const at = openable.findIndex(({ row }) => row.contains(document.activeElement))
  const next = at === -1 ? openable[0] : openable[at + step]
  if (next === undefined) return
  next.control.focus({ preventScroll: true })
  // The sticky header of the table must not cover the row.
  next.row.style.scrollMarginBlock = '3rem'
  next.row.scrollIntoView({ block: 'nearest' })
}
