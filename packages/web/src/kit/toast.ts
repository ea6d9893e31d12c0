import type { toast as sonner } from 'sonner'

type Show = typeof sonner

let show: Show | null = null

/** Fetched once the screen is there, or with the first toast. One that is earlier than the place for toasts waits for it there. */
async function load(): Promise<Show> {
  show ??= (await import('sonner')).toast
  return show
}

function say(kind: 'success' | 'error', text: string): void {
  if (show === null) void load().then((ready) => ready[kind](text))
  else show[kind](text)
}

/** How an action went, in one sentence. */
export const toast = {
  success: (text: string): void => say('success', text),
  error: (text: string): void => say('error', text),
}
