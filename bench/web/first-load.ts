import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Result } from '../table.ts'

interface FirstLoad {
  readonly bytes: number
  readonly budget: { readonly bytes: number; readonly files: number }
  /** Compressed bytes by file. */
  readonly files: Readonly<Record<string, number>>
}

export const dist = fileURLToPath(new URL('../../packages/web/dist/', import.meta.url))

/** The files that each route needs before it shows, from the build. Routes are written as in the router: `/products/$id`. */
export const readFirstLoads = () => JSON.parse(readFileSync(`${dist}first-load.json`, 'utf8')) as Readonly<Record<string, FirstLoad>>

/** JavaScript and CSS of each route, as they are sent. */
export const weighFirstLoads = (): Result[] =>
  Object.entries(readFirstLoads()).map(([route, { bytes, budget, files }]) => {
    const count = Object.keys(files).length
    return {
      ...{ work: `scripts and styles of ${route}`, value: bytes / 1000, unit: 'kB sent' },
      target: `≤ ${budget.bytes / 1000} in ≤ ${budget.files} files`,
      passed: bytes <= budget.bytes && count <= budget.files,
      more: `${count} files`,
    }
  })
