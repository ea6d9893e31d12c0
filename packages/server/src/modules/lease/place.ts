import { readFileSync, readlinkSync } from 'node:fs'

/**
 * Where a process runs: the machine's boot id, the PID namespace and the PID. It lets a server take over from one that was killed on the
 * same machine before the lease expires.
 */
export function ownPlace(): string {
  return `${machine()}/${process.pid}`
}

/** Whether the process at a place has certainly ended. False for other machines, where this is unknown. */
export function isDeadNeighbour(place: string): boolean {
  const end = place.lastIndexOf('/')
  const [where, pid] = [place.slice(0, end), Number(place.slice(end + 1))]
  if (where === '' || where !== machine() || !Number.isInteger(pid) || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

/** '' if unknown: then no process counts as ended. */
function machine(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return ''
  }
}
