import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileFunction } from 'node:vm'
import { startFloorSite, type Call, type Server } from '../servers.ts'
import { drawFloor } from './floor-draw.ts'
import { dist, readFirstLoads } from './first-load.ts'
import type { Screen } from './screens.ts'

export interface FloorFile {
  readonly type: string
  readonly body: string
}

/**
 * Starts the floor. For each screen it serves a bare page at the screen's own address: all scripts of its first load in one file, all
 * styles in another, and the same API answers and images. The scripts are downloaded, parsed and compiled but not run. A few lines of code
 * then fetch the answers and draw what the screen shows first, with plain DOM calls.
 */
export async function startFloor(screens: readonly Screen[], admin: Call, dataDir: string, scratch: string): Promise<Server> {
  const files: Record<string, FloorFile> = {}
  for (const [index, { route, path, calls }] of screens.entries()) {
    const { scripts, styles } = readChunks(Object.keys(readFirstLoads()[route]!.files))
    const draw = `;(${drawFloor.toString()})(${JSON.stringify(route)}, ${JSON.stringify(calls)})`
    files[`/floor-${index}.js`] = { type: 'text/javascript', body: scripts + draw }
    files[`/floor-${index}.css`] = { type: 'text/css', body: styles }
    files[path] = { type: 'text/html; charset=utf-8', body: page(`/floor-${index}`) }
    for (const call of calls) files[call] = { type: 'application/json', body: JSON.stringify(await admin('GET', call)) }
  }
  const manifest = join(scratch, 'floor-site.json')
  writeFileSync(manifest, JSON.stringify(files))
  return startFloorSite(manifest, join(dataDir, 'media'), join(dist, 'assets'))
}

const page = (name: string): string =>
  `<!doctype html><html lang="en" data-theme="dark"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Floor</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${name}.css"><script defer src="${name}.js"></script></head><body><main></main></body></html>`

function readChunks(names: readonly string[]): { scripts: string; styles: string } {
  const read = (kind: string) => names.filter((name) => name.endsWith(kind)).map((name) => readFileSync(join(dist, name), 'utf8'))
  return { scripts: read('.js').map(toUnusedFunction).join('\n'), styles: read('.css').join('\n') }
}

/**
 * A module's code without its imports and exports, as a function that is never called. The parenthesis makes V8 compile its outer level at
 * once and only pre-parse the functions inside, as it does with a module.
 */
function toUnusedFunction(chunk: string): string {
  const body = chunk
    .replaceAll(/\bimport(?:[\w$*{},\s]+?\bfrom)?\s*"\.\/[^"]+";?/g, '')
    .replaceAll(/\bexport\s*\{[^}]*\};?/g, '')
    .replaceAll('import.meta', 'import_meta')
  try {
    compileFunction(body)
  } catch (cause) {
    throw new Error('The floor cannot take a chunk of the web app: something of a module is left in it', { cause })
  }
  return `;(function(){${body}\n})`
}
