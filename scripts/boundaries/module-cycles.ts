import type { Import } from './imports.ts'
import type { Rule } from './rules.ts'

/** The linter finds cycles between files (import/no-cycle), this rule those between folders. Tests are left out: nothing imports them. */
export const moduleCycles: Pick<Rule, 'name' | 'why'> = {
  name: 'no-module-cycles',
  why: 'modules do not import each other in a circle, types included: move what the lower one needs down, or pass it in',
}

export interface Edge extends Import {
  readonly file: string
}

const moduleOf = (path: string): string | undefined => /^packages\/server\/src\/modules\/([^/]+)\//.exec(path)?.[1]
const isTest = (path: string): boolean => path.endsWith('.test.ts')

/** The imports between modules that are part of a circle. */
export function findModuleCycles(imports: readonly Edge[]): Edge[] {
  const between = imports.flatMap((edge) => {
    const [from, to] = [moduleOf(edge.file), moduleOf(edge.to)]
    return from === undefined || to === undefined || from === to || isTest(edge.file) ? [] : [{ edge, from, to }]
  })
  const next = new Map<string, Set<string>>()
  for (const { from, to } of between) next.set(from, (next.get(from) ?? new Set()).add(to))
  return between.filter(({ from, to }) => reachableFrom(to, next).has(from)).map(({ edge }) => edge)
}

function reachableFrom(start: string, next: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const reached = new Set([start])
  // Iterating over a set includes items that are added meanwhile.
  for (const module of reached) for (const neighbour of next.get(module) ?? []) reached.add(neighbour)
  return reached
}
