import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Result } from '../table.ts'

interface FirstLoad {
  readonly bytes: number
  /** Gzipped bytes by file. */
  readonly files: Readonly<Record<string, number>>
}

export const dist = fileURLToPath(new URL('../../packages/web/dist/', import.meta.url))

/** The files that each route needs before it shows, from the build. Routes are written as in the router: `/products/$id`. */
export const readFirstLoads = () => JSON.parse(readFileSync(`${dist}first-load.json`, 'utf8')) as Readonly<Record<string, FirstLoad>>

/** As in packages/web/test/first-load.test.ts. */
const [login, list, withForm] = [
  { kilobytes: 138, files: 6 },
  { kilobytes: 203, files: 9 },
  { kilobytes: 219.5, files: 10 },
]
const limitOf = (route: string) =>
  route === '/login' ? login : ['/products/$id', '/notifications', '/discord'].includes(route) ? withForm : list

/** JavaScript and CSS of each route, as they are sent. */
export const weighFirstLoads = (): Result[] =>
  Object.entries(readFirstLoads()).map(([route, { bytes, files }]) => {
    const [value, count, limit] = [bytes / 1000, Object.keys(files).length, limitOf(route)]
    return {
      ...{ work: `scripts and styles of ${route}`, value, unit: 'kB sent', target: `≤ ${limit.kilobytes} in ≤ ${limit.files} files` },
      passed: value <= limit.kilobytes && count <= limit.files,
      more: `${count} files`,
    }
  })
