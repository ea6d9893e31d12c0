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
 * Starts the floor: for each screen a bare page at the screen's own address, with all scripts of its first load in one file and all styles
 * in another, the same answers of the API and the same images. What the scripts hold is downloaded, parsed and compiled but not run; then
 * a few lines fetch the answers and draw with plain DOM calls what the screen shows first.
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
 * A module's code without its imports and exports, as a function that nobody calls. The parenthesis makes V8 compile its outer level at
 * once, and only look through the functions inside, as it does with a module.
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
