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

const maxFiles = 9
const maxKilobytes = (route: string): number => (route === '/login' ? 136 : 219)

/** JavaScript and CSS of each route, as they are sent. */
export const weighFirstLoads = (): Result[] =>
  Object.entries(readFirstLoads()).map(([route, { bytes, files }]) => {
    const [value, count, limit] = [bytes / 1000, Object.keys(files).length, maxKilobytes(route)]
    return {
      ...{ work: `scripts and styles of ${route}`, value, unit: 'kB sent', target: `≤ ${limit} in ≤ ${maxFiles} files` },
      passed: value <= limit && count <= maxFiles,
      more: `${count} files`,
    }
  })
