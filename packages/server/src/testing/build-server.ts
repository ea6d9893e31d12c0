import { join } from 'node:path'
import { ensureBuilt } from '../../../../scripts/launch/build.mjs'

/** Vitest's global set-up: tests that start a process start the one that `npm start` would. */
export default function buildServer(): Promise<void> {
  return ensureBuilt(join(import.meta.dirname, '../../../..'), process.execPath)
}
