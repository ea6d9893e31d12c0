import type { Payout } from '@keydesk/contract'
import { useState } from 'react'

type Selected = ReadonlyMap<number, Payout>

/** The payouts that are selected, wherever in the list they stand: oldest first, as they are copied, paid and completed. */
export function useSelectedPayouts() {
  const [selected, setSelected] = useState<Selected>(new Map())
  return {
    rows: [...selected.values()].toSorted((one, other) => one.id - other.id),
    has: ({ id }: Payout) => selected.has(id),
    add: (rows: readonly Payout[]) => setSelected((before) => new Map([...before, ...rows.map((row) => [row.id, row] as const)])),
    remove: (rows: readonly Payout[]) => setSelected((before) => new Map([...before].filter(([id]) => !rows.some((row) => row.id === id)))),
    /** Shows those as they are now, and lets go of those that are not pending any more. */
    update: (asked: readonly Payout[], pending: ReadonlyMap<number, Payout>) =>
      setSelected(
        (before) =>
          new Map(
            [...before].flatMap(([id, row]): readonly (readonly [number, Payout])[] => {
              const now = asked.some((each) => each.id === id) ? pending.get(id) : row
              return now === undefined ? [] : [[id, now]]
            }),
          ),
      ),
    clear: () => setSelected(new Map()),
  }
}

export type SelectedPayouts = ReturnType<typeof useSelectedPayouts>
