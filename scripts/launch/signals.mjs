import { readFileSync } from 'node:fs'

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Passes each signal on to the children once: npm repeats signals, and a second Ctrl-C means the same.
 *
 * @param {import('node:child_process').ChildProcess[]} children
 * @returns {() => void} stops passing signals on
 */
export function forwardSignals(children) {
  const stopAll = (/** @type {NodeJS.Signals} */ signal) => children.forEach((child) => child.kill(signal))
  const seen = new Set()
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    // A terminal sends Ctrl-C to the children, too.
    if (seen.has(signal) || (signal === 'SIGINT' && process.stdin.isTTY)) return
    seen.add(signal)
    stopAll(signal)
  }
  for (const signal of signals) process.on(signal, forward)
  const watch = watchParent(() => stopAll('SIGTERM'))
  return () => {
    for (const signal of signals) process.off(signal, forward)
    clearInterval(watch)
  }
}

/**
 * npm starts us through a shell that does not pass signals on, and either may be killed: the only sign is that the process is gone.
 *
 * @param {() => void} onGone
 */
function watchParent(onGone) {
  if (process.env['npm_lifecycle_event'] === undefined) return undefined
  const before = forebears()
  const watch = setInterval(() => {
    if (forebears() === before) return
    clearInterval(watch)
    onGone()
  }, 500)
  return watch.unref()
}

/** The processes of npm and of the shell between us, if any (known on Linux only). The parent of npm may end: servers run in the background. */
function forebears() {
  const shell = `/proc/${process.ppid}`
  try {
    if (!readFileSync(`${shell}/cmdline`, 'utf8').includes('launch.mjs')) return String(process.ppid)
    return `${process.ppid} ${/^PPid:\s*(\d+)$/m.exec(readFileSync(`${shell}/status`, 'utf8'))?.[1]}`
  } catch {
    return String(process.ppid)
  }
}
