const first = 350
const stillWarm = 200

const listeners = new Set<() => void>()
let delay = first
let cooling: ReturnType<typeof setTimeout> | undefined

function set(next: number): void {
  delay = next
  for (const listener of listeners) listener()
}

/** Tooltips near each other follow without the first delay: each has a provider of its own, so they share the delay here. */
export const haste = {
  delay: () => delay,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  opened: () => {
    clearTimeout(cooling)
    set(0)
  },
  closed: () => {
    clearTimeout(cooling)
    cooling = setTimeout(() => set(first), stillWarm)
  },
}
