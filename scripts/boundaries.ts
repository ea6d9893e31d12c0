import { fileURLToPath } from 'node:url'
import { findViolations } from './boundaries/check.ts'

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url))
const { files, violations } = findViolations(root)

for (const { rule, file, line, to } of violations) console.error(`${file}:${line} imports ${to}\n  ${rule.name}: ${rule.why}`)
// A check of no files must not pass.
if (files === 0) console.error(`No source files under ${root}`)
console.log(`${files} files, ${violations.length} imports across a boundary`)
process.exitCode = violations.length === 0 && files > 0 ? 0 : 1
