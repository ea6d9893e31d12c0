import { closeSync, copyFileSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { openFloorWrites, type FloorWrites } from './floor-writes.ts'
import { startKeydesk, type Server } from './servers.ts'

/** The real server on a copy of a shop, and the floor on another: what they write stays out of the shop. */
export async function startBesideFloor(dataDir: string, own: string): Promise<{ server: Server; floor: FloorWrites }> {
  mkdirSync(own, { recursive: true })
  for (const name of ['keydesk.db', 'floor.db', 'bare.db']) {
    copyFileSync(join(dataDir, 'keydesk.db'), join(own, name))
    sync(join(own, name))
  }
  return { server: await startKeydesk(own), floor: openFloorWrites(join(own, 'floor.db')) }
}

/** The system would write hundreds of megabytes to the disk later, in the middle of what is measured. */
function sync(file: string): void {
  const handle = openSync(file, 'r+')
  fsyncSync(handle)
  closeSync(handle)
}
