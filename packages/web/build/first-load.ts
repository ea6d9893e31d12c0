import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

export interface FirstLoad {
  readonly bytes: number
  /** Gzipped bytes by file. */
  readonly files: Record<string, number>
  /** The npm packages among them. */
  readonly packages: readonly string[]
}

/**
 * Weighs what a browser must fetch before a route shows: the chunks that hold the given modules, everything they
 * import statically, their styles, and the scripts that the page itself names, gzipped. Printed after the build and written to `first-load.json`.
 * @param scripts files of the public folder that every page names
 */
export function firstLoad(routes: Record<string, readonly string[]>, scripts: readonly string[]): Plugin {
  let folder = ''
  return {
    name: 'keydesk:first-load',
    configResolved({ publicDir }) {
      folder = publicDir
    },
    generateBundle(_options, bundle) {
      const always = Object.fromEntries(scripts.map((file) => [file, gzippedSize(readFileSync(join(folder, file)))]))
      const report = Object.fromEntries(Object.entries(routes).map(([route, modules]) => [route, weigh(bundle, modules, always)]))
      this.emitFile({ type: 'asset', fileName: 'first-load.json', source: JSON.stringify(report, null, 2) })
      for (const [route, { bytes, files }] of Object.entries(report)) {
        this.info(`first load of ${route}: ${(bytes / 1000).toFixed(1)} kB gzipped in ${Object.keys(files).length} files`)
      }
    },
  }
}

function weigh(bundle: Rolldown.OutputBundle, modules: readonly string[], always: Record<string, number>): FirstLoad {
  const files = new Set<string>()
  for (const module of modules) visit(bundle, holderOf(bundle, module), files)
  const sizes = { ...always, ...Object.fromEntries([...files].map((file) => [file, gzippedSize(contentOf(bundle[file]))])) }
  const packages = new Set([...files].flatMap((file) => packagesOf(bundle[file])))
  return { bytes: Object.values(sizes).reduce((sum, size) => sum + size, 0), files: sizes, packages: [...packages].toSorted() }
}

function holderOf(bundle: Rolldown.OutputBundle, module: string): string {
  for (const output of Object.values(bundle)) {
    if (output.type === 'chunk' && output.moduleIds.some((id) => id.endsWith(module))) return output.fileName
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

const gzippedSize = (content: string | Uint8Array): number => gzipSync(content, { level: 9 }).length
