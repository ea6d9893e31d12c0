import { readFileSync } from 'node:fs'

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Passes each signal that we get on to the children, once: a person who presses Ctrl-C twice means it no more than once, and npm repeats them.
 *
 * @param {import('node:child_process').ChildProcess[]} children
 * @returns {() => void} stops doing so
 */
export function forwardSignals(children) {
  const stopAll = (/** @type {NodeJS.Signals} */ signal) => children.forEach((child) => child.kill(signal))
  const seen = new Set()
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    // A terminal sends Ctrl-C to all of us.
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
 * npm starts us through a shell that passes no signal on, and either of them may be killed outright: all that is left to see is that it is gone.
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

/** npm's process and its shell's, where one stands between us (Linux alone tells). What is above npm may go: a server left running in the background. */
function forebears() {
  const shell = `/proc/${process.ppid}`
  try {
    if (!readFileSync(`${shell}/cmdline`, 'utf8').includes('launch.mjs')) return String(process.ppid)
    return `${process.ppid} ${/^PPid:\s*(\d+)$/m.exec(readFileSync(`${shell}/status`, 'utf8'))?.[1]}`
  } catch {
    return String(process.ppid)
  }
}
