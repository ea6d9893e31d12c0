/** The script of each tool, to run it with the chosen Node instead of the one on the PATH. */
export const tools = {
  knip: 'node_modules/knip/bin/knip.js',
  oxfmt: 'node_modules/oxfmt/bin/oxfmt',
  oxlint: 'node_modules/oxlint/bin/oxlint',
  playwright: 'node_modules/@playwright/test/cli.js',
  tsc: 'node_modules/typescript/bin/tsc',
  vite: 'node_modules/vite/bin/vite.js',
  vitest: 'node_modules/vitest/vitest.mjs',
}

/** @typedef {{ name: string, args: string[], env?: Record<string, string> }} Step */

/** @type {Step[]} */
export const checkSteps = [
  { name: 'format', args: [tools.oxfmt, '--check'] },
  { name: 'lint', args: [tools.oxlint, '--type-aware', '--deny-warnings'] },
  { name: 'boundaries', args: ['scripts/boundaries.ts'] },
  { name: 'classes', args: ['scripts/classes.ts'] },
  { name: 'types', args: [tools.tsc, '-p', '.'] },
  { name: 'dead code', args: [tools.knip] },
]

/** @type {Step} */
export const unitTests = {
  name: 'unit tests',
  args: [tools.vitest, 'run', ...['contract', 'unit', 'repo'].flatMap((name) => ['--project', name])],
}
