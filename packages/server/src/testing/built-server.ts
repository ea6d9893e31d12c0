import { join } from 'node:path'

/** The program that `npm start` runs. build-server.ts, a set-up of all tests that start it, keeps it up to date. */
export const builtServer = join(import.meta.dirname, '../../dist/main.js')
