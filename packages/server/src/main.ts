import { run } from './run.ts'
import { loadEnvFile } from './start-failure.ts'

loadEnvFile()
// Loaded when the bot first runs, so that a server without a bot does not load it.
await run(process.env, async (apiBase) => (await import('@keydesk/bot')).createBot({ apiBase }), process.argv.slice(2))
