import { closeSync, copyFileSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { openFloorWrites, type FloorWrites } from './floor-writes.ts'
import { startKeydesk, type Server } from './servers.ts'

/** Runs the real server on one copy of a shop and the floor on another, so that their writes do not change the shop. */
export async function startBesideFloor(dataDir: string, own: string): Promise<{ server: Server; floor: FloorWrites }> {
  mkdirSync(own, { recursive: true })
  for (const name of ['keydesk.db', 'floor.db', 'bare.db']) {
    copyFileSync(join(dataDir, 'keydesk.db'), join(own, name))
    sync(join(own, name))
  }
  return { server: await startKeydesk(own), floor: openFloorWrites(join(own, 'floor.db')) }
}

/** Flush now: otherwise the system writes hundreds of megabytes to disk during the measurement. */
function sync(file: string): void {
  const handle = openSync(file, 'r+')
  fsyncSync(handle)
  closeSync(handle)
}
