import { join } from 'node:path'
import { ensureBuilt } from '../../../../../scripts/launch/build.mjs'

/** Vitest's global set-up: builds the server, so that tests that start a process run the program of `npm start`. */
export default function buildServer(): Promise<void> {
  return ensureBuilt(join(import.meta.dirname, '../../../../..'), process.execPath)
}
