/** Runs once the browser has painted what stands in the page now. Never, once the function that it answers was called. */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => (timer = setTimeout(run)))
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
