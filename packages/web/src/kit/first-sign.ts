import { whenIdle } from './when-idle.ts'

const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'focusin'] as const
const patienceMs = 2_000

/**
 * Runs once somebody is there: with the first move of a pointer, key, touch or focus, in the first idle moment where there
 * was a press or a key before, and at the latest two seconds later. For what is only needed by who edits, and costs who looks in.
 */
export function onFirstSign(run: () => void): () => void {
  const stop = () => {
    forget()
    for (const sign of signs) document.removeEventListener(sign, come, { capture: true })
  }
  const come = () => {
    stop()
    run()
  }
  // Older browsers do not tell.
  const { userActivation } = navigator as { readonly userActivation?: UserActivation }
  // Whoever came here by a click sees the page first.
  const forget = userActivation?.hasBeenActive === true ? whenIdle(come) : afterPatience(come)
  for (const sign of signs) document.addEventListener(sign, come, { capture: true, passive: true })
  return stop
}

function afterPatience(run: () => void): () => void {
  const timer = setTimeout(run, patienceMs)
  return () => clearTimeout(timer)
}
