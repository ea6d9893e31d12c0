import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { importsOf, type EntryPoints } from './imports.ts'
import { findModuleCycles, moduleCycles, type Edge } from './module-cycles.ts'
import { rules, type Rule } from './rules.ts'

export interface Violation {
  readonly rule: Pick<Rule, 'name' | 'why'>
  readonly file: string
  readonly line: number
  readonly to: string
}

/** Every import under `root` that points the wrong way. */
export function findViolations(root: string): { files: number; violations: Violation[] } {
  const entryPoints = findEntryPoints(root)
  const files = globSync(['packages/**/*.{ts,tsx}', '{e2e,bench,scripts}/**/*.ts'], {
    cwd: root,
    exclude: (path) => /(^|[\\/])(node_modules|dist)$/.test(path),
  }).map((file) => file.replaceAll('\\', '/'))
  const imports = files.toSorted().flatMap((file) => importsOf(root, file, entryPoints).map((found): Edge => ({ ...found, file })))
  const cycles = findModuleCycles(imports).map((edge): Violation => ({ ...edge, rule: moduleCycles }))
  return { files: files.length, violations: [...imports.flatMap(violationsOf), ...cycles] }
}

function violationsOf({ file, to, line, isType }: Edge): Violation[] {
  return rules
    .filter((rule) => rule.from.test(file) && !rule.except?.test(file))
    .filter((rule) => !(isType && rule.typesAreFine) && rule.refuses(to, rule.from.exec(file)?.[1] ?? '', file))
    .map((rule) => ({ rule, file, line, to }))
}

/** The exports of our packages, so that a rule also binds imports by the name of a package. */
function findEntryPoints(root: string): EntryPoints {
  const entryPoints = new Map<string, string>()
  for (const folder of [...globSync('packages/*', { cwd: root }), 'e2e', 'bench'].map((path) => path.replaceAll('\\', '/'))) {
    const manifest = join(root, folder, 'package.json')
    if (!existsSync(manifest)) continue
    const { name, exports = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { name: string; exports?: Record<string, string> }
    for (const [entry, path] of Object.entries(exports)) entryPoints.set(posix.join(name, entry), posix.join(folder, path))
  }
  return entryPoints
}
