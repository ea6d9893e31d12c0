import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findProgram } from '../../scripts/launch/debian.mjs'

/** A separate small disk that can be filled. Undefined if this account cannot mount. */
export function smallDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'keydesk-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmdirSync(folder)
    return undefined
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    /** Uses all free space, to the last byte. */
    fill(): void {
      const file = openSync(ballast, 'a')
      try {
        for (let size = 1 << 20; size >= 1; size >>= 1) writeUntilFull(file, Buffer.alloc(size))
      } finally {
        closeSync(file)
      }
    },
    makeRoom: (): void => rmSync(ballast),
    unmount(): void {
      execFileSync('umount', [folder])
      rmdirSync(folder)
    },
  }
}

function writeUntilFull(file: number, bytes: Buffer): void {
  try {
    for (;;) if (writeSync(file, bytes) < bytes.length) return
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

export const strace = findProgram('strace')

/**
 * Makes system calls of a running process fail with EIO, starting with the `from`th, until `mend` is called.
 * @param calls such as `fsync,fdatasync`
 * @param path only calls about this file; all if left out
 */
export async function breakDisk(pid: number, calls: string, from: number, path?: string): Promise<{ mend: () => Promise<void> }> {
  const injected = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=EIO:when=${from}+`, ...(path === undefined ? [] : ['-P', path])]
  const tracer = spawn(strace!, ['-f', '-p', String(pid), '-o', '/dev/null', ...injected], { stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = once(tracer, 'exit')
  // strace prints this once it is attached to every thread.
  for await (const line of createInterface(tracer.stderr)) if (/attached/.test(line)) break
  tracer.stderr.resume()
  return {
    mend: async () => {
      tracer.kill('SIGINT')
      await exited
    },
  }
}
