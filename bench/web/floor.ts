import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startFloorSite, type Call, type Server } from '../servers.ts'
import { drawFloor } from './floor-draw.ts'
import { dist, readFirstLoads } from './first-load.ts'
import type { Screen } from './screens.ts'

export interface FloorFile {
  readonly type: string
  readonly body: string
}

/**
 * Starts the floor. For each screen it serves a bare page at the screen's own address, with the styles of its first load, the same API
 * answers and images, and none of the web app's scripts: a few lines of code fetch the answers and draw what the screen shows first, with
 * plain DOM calls.
 */
export async function startFloor(screens: readonly Screen[], admin: Call, dataDir: string, scratch: string): Promise<Server> {
  const files: Record<string, FloorFile> = {}
  for (const [index, { route, path, calls }] of screens.entries()) {
    const draw = `(${drawFloor.toString()})(${JSON.stringify(route)}, ${JSON.stringify(calls)})`
    files[`/floor-${index}.js`] = { type: 'text/javascript', body: draw }
    files[`/floor-${index}.css`] = { type: 'text/css', body: readStyles(route) }
    files[path] = { type: 'text/html; charset=utf-8', body: page(`/floor-${index}`) }
    for (const call of calls) files[call] = { type: 'application/json', body: JSON.stringify(await admin('GET', call)) }
  }
  return startFloorSite(writeManifest(scratch, files), join(dataDir, 'media'), join(dist, 'assets'))
}

/** Writes what a floor serves, by address. Returns the file's path. */
export function writeManifest(scratch: string, files: Record<string, FloorFile>): string {
  const manifest = join(scratch, 'floor-site.json')
  writeFileSync(manifest, JSON.stringify(files))
  return manifest
}

const page = (name: string): string =>
  `<!doctype html><html lang="en" data-theme="dark"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Floor</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${name}.css"><script defer src="${name}.js"></script></head><body><main></main></body></html>`

const readStyles = (route: string): string =>
  Object.keys(readFirstLoads()[route]!.files)
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(join(dist, name), 'utf8'))
    .join('\n')
