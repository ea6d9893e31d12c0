import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

/** Scripts of the public folder, which the page itself names: they are written as they are read, and served without what only readers need. */
export function pageScripts(names: readonly string[]): Plugin {
  let folder = ''
  return {
    name: 'keydesk:page-scripts',
    apply: 'build',
    configResolved({ publicDir }) {
      folder = publicDir
    },
    generateBundle() {
      for (const name of names) {
        const { code, errors } = minifySync(name, readFileSync(join(folder, name), 'utf8'))
        const [error] = errors
        if (error !== undefined) throw new Error(`${name}: ${error.message}`)
        this.emitFile({ type: 'asset', fileName: name, source: code })
      }
    },
  }
}
