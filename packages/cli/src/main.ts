import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { keydesk } from './keydesk.ts'
import { createProgress } from './progress.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
process.exitCode = await keydesk(process.argv.slice(2), process.env, {
  say: (line) => void process.stdout.write(`${line}\n`),
  progress: (title) => createProgress(title, process.stdout),
  // One line: what `echo` adds at the end is not part of the password.
  readPassword: async () => (await text(process.stdin)).replace(/\r?\n$/, ''),
})
