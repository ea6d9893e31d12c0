import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

export interface FirstLoad {
  readonly bytes: number
  readonly budget: { readonly bytes: number; readonly files: number }
  /** Compressed bytes by file. */
  readonly files: Record<string, number>
  /** The npm packages in these files. */
  readonly packages: readonly string[]
}

const withForm = ['/products/$id', '/discord']

/** What a route's first load may take. Screens that show a form at once may take more. */
function budgetOf(route: string): FirstLoad['budget'] {
  if (route === '/login') return { bytes: 138_000, files: 6 }
  return withForm.includes(route) ? { bytes: 220_000, files: 10 } : { bytes: 204_000, files: 9 }
}

/**
 * Measures the compressed size of everything that a browser fetches before it can show a route of `src/routes/`: the entry, the lazy code of
 * the route and its parent, their static imports and styles, and the scripts of the HTML page. Prints the sizes after the build and writes
 * `first-load.json`.
 * @param scripts files of the public folder that the HTML page loads
 */
export function firstLoad(scripts: readonly string[]): Plugin {
  let folder = ''
  return {
    name: 'keydesk:first-load',
    configResolved({ publicDir }) {
      folder = publicDir
    },
    generateBundle(_options, bundle) {
      const always = Object.fromEntries(scripts.map((file) => [file, sentSize(readFileSync(join(folder, file)))]))
      const entries = Object.values(bundle).flatMap((output) => (output.type === 'chunk' && output.isEntry ? [output.facadeModuleId!] : []))
      const sizeOf = sizesOf(bundle)
      const report: Record<string, FirstLoad> = {}
      for (const id of this.getModuleIds()) {
        const route = readRoute(this.getModuleInfo(id))
        if (route === null) continue
        const parent = route.isInFrame ? [...this.getModuleInfo(id.replace(/[\w-]+\.ts$/, 'frame.ts'))!.dynamicallyImportedIds] : []
        report[route.path] = { budget: budgetOf(route.path), ...weigh(bundle, [...entries, ...parent, ...route.code], always, sizeOf) }
      }
      this.emitFile({ type: 'asset', fileName: 'first-load.json', source: JSON.stringify(report, null, 2) })
      for (const [route, { bytes, files }] of Object.entries(report)) {
        this.info(`first load of ${route}: ${(bytes / 1000).toFixed(1)} kB in ${Object.keys(files).length} files`)
      }
    },
  }
}

/** The route that a module of `src/routes/` defines, or null for any other module. */
function readRoute(module: Rolldown.ModuleInfo | null) {
  const path = /\bpath: ['"]([^'"]+)['"]/.exec(module?.code ?? '')?.[1]
  if (module === null || path === undefined || !/[\\/]src[\\/]routes[\\/][\w-]+\.ts$/.test(module.id)) return null
  return { path, code: [...module.dynamicallyImportedIds], isInFrame: module.importedIds.some((id) => /routes[\\/]frame\.ts$/.test(id)) }
}

type Sizes = (file: string) => number

/** The compressed size of each file of a build. Most routes share most files. */
function sizesOf(bundle: Rolldown.OutputBundle): Sizes {
  const known = new Map<string, number>()
  return (file) => {
    const size = known.get(file) ?? sentSize(contentOf(bundle[file]))
    known.set(file, size)
    return size
  }
}

function weigh(bundle: Rolldown.OutputBundle, modules: readonly string[], always: Record<string, number>, sizeOf: Sizes) {
  const files = new Set<string>()
  for (const module of modules) visit(bundle, holderOf(bundle, module), files)
  const sizes = { ...always, ...Object.fromEntries([...files].map((file) => [file, sizeOf(file)])) }
  const packages = new Set([...files].flatMap((file) => packagesOf(bundle[file])))
  return { bytes: Object.values(sizes).reduce((sum, size) => sum + size, 0), files: sizes, packages: [...packages].toSorted() }
}

function holderOf(bundle: Rolldown.OutputBundle, module: string): string {
  for (const output of Object.values(bundle)) {
    if (output.type === 'chunk' && output.moduleIds.includes(module)) return output.fileName
  }
  throw new Error(`No chunk holds ${module}`)
}

function visit(bundle: Rolldown.OutputBundle, file: string, seen: Set<string>): void {
  const chunk = bundle[file]
  if (seen.has(file) || chunk?.type !== 'chunk') return
  seen.add(file)
  for (const style of chunk.viteMetadata?.importedCss ?? []) seen.add(style)
  for (const next of chunk.imports) visit(bundle, next, seen)
}

function contentOf(output: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): string | Uint8Array {
  if (output === undefined) return ''
  return output.type === 'chunk' ? output.code : output.source
}

function packagesOf(output: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): string[] {
  if (output?.type !== 'chunk') return []
  return output.moduleIds.flatMap((id) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [])
}

const sentSize = (content: string | Uint8Array): number => brotliCompressSync(content).length
