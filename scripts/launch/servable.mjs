// Loaded before the server that bin/keydesk runs in a clone.
import { fileURLToPath } from 'node:url'
import { requireServable } from './serve.mjs'
import { Stopped } from './stopped.mjs'

try {
  requireServable(fileURLToPath(new URL('../..', import.meta.url)))
} catch (error) {
  if (!(error instanceof Stopped)) throw error
  console.error(error.message)
  process.exit(1)
}
