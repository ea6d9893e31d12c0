const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'focusin'] as const
const patienceMs = 2_000

/**
 * Runs once somebody is there: with the first move of a pointer, key, touch or focus, at once where there was a press or a key before, and
 * at the latest two seconds later. For what is only needed by who edits, and costs who looks in.
 */
export function onFirstSign(run: () => void): () => void {
  const stop = () => {
    clearTimeout(timer)
    for (const sign of signs) document.removeEventListener(sign, come, { capture: true })
  }
  const come = () => {
    stop()
    run()
  }
  // Older browsers do not tell.
  const { userActivation } = navigator as { readonly userActivation?: UserActivation }
  const timer = setTimeout(come, userActivation?.hasBeenActive === true ? 0 : patienceMs)
  for (const sign of signs) document.addEventListener(sign, come, { capture: true, passive: true })
  return stop
}
