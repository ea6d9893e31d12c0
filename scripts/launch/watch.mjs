import { runNode } from './run.mjs'

// Between the launcher and `node --watch`, whose own process loads nothing of ours and so would outlive a launcher that is killed.
process.exit(await runNode(process.execPath, ['--watch', '--watch-preserve-output', ...process.argv.slice(2)], { cwd: process.cwd() }))
