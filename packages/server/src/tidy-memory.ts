import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Once the server has come to rest. */
const restMs = 1_000

/**
 * Starting up leaves a third of the memory to be collected, which would not happen before there is work: a small machine should not have to
 * wait for that.
 */
export function tidyMemoryOnce(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, restMs).unref()
}
