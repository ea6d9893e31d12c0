import { join } from 'node:path'

/** The program that `npm start` runs. build-server.ts, a set-up of all tests that start it, builds it. */
export const builtServer = join(import.meta.dirname, '../../../dist/main.js')
