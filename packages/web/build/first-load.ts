import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

export interface FirstLoad {
  readonly bytes: number
  /** Bytes by file, compressed as they are sent. */
  readonly files: Record<string, number>
  /** The npm packages among them. */
  readonly packages: readonly string[]
}

/**
 * Weighs what a browser must fetch before a route shows: the entry, the code that the route and its parent import lazily, everything they
 * import statically, their styles, and the scripts that the page itself names, as they are sent to a browser. The routes are those of `src/routes/`. Printed after
 * the build and written to `first-load.json`.
 * @param scripts files of the public folder that every page names
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
      const report: Record<string, FirstLoad> = {}
      for (const id of this.getModuleIds()) {
        const route = readRoute(this.getModuleInfo(id))
        if (route === null) continue
        const parent = route.isInFrame ? [...this.getModuleInfo(id.replace(/[\w-]+\.ts$/, 'frame.ts'))!.dynamicallyImportedIds] : []
        report[route.path] = weigh(bundle, [...entries, ...parent, ...route.code], always)
      }
      this.emitFile({ type: 'asset', fileName: 'first-load.json', source: JSON.stringify(report, null, 2) })
      for (const [route, { bytes, files }] of Object.entries(report)) {
        this.info(`first load of ${route}: ${(bytes / 1000).toFixed(1)} kB in ${Object.keys(files).length} files`)
      }
    },
  }
}

/** What a module of `src/routes/` describes, or null if it is none or has no path. */
function readRoute(module: Rolldown.ModuleInfo | null) {
  const path = /\bpath: ['"]([^'"]+)['"]/.exec(module?.code ?? '')?.[1]
  if (module === null || path === undefined || !/[\\/]src[\\/]routes[\\/][\w-]+\.ts$/.test(module.id)) return null
  return { path, code: [...module.dynamicallyImportedIds], isInFrame: module.importedIds.some((id) => /routes[\\/]frame\.ts$/.test(id)) }
}

function weigh(bundle: Rolldown.OutputBundle, modules: readonly string[], always: Record<string, number>): FirstLoad {
  const files = new Set<string>()
  for (const module of modules) visit(bundle, holderOf(bundle, module), files)
  const sizes = { ...always, ...Object.fromEntries([...files].map((file) => [file, sentSize(contentOf(bundle[file]))])) }
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
