import { existsSync } from 'node:fs'
import { run } from './run.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
// Loaded when the bot first runs, so that a server without a bot does not load it.
await run(process.env, async (apiBase) => (await import('@keydesk/bot')).createBot({ apiBase }), process.argv.slice(2))
