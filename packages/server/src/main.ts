import { existsSync } from 'node:fs'
import { run } from './run.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
// Loaded when the bot first runs: a server without one should neither wait for it nor hold it in memory.
await run(process.env, async (apiBase) => (await import('@keydesk/bot')).createBot({ apiBase }))
