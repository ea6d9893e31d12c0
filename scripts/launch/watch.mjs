import { runNode } from './run.mjs'

// Runs between the launcher and `node --watch`, whose own process would outlive a killed launcher because it does not load our code.
process.exit(await runNode(process.execPath, ['--watch', '--watch-preserve-output', ...process.argv.slice(2)], { cwd: process.cwd() }))
