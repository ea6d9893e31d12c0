import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Excludes the HTML page, which the server completes with the brand title, and fonts, which are compressed already. */
const compressible = /\.(?:js|css|svg)$/
/** Below this size the headers cost more than compression saves. */
const minBytes = 512

/** Writes `.br` and `.gz` files beside each text file of the build, so that the server need not compress. */
export function precompress(): Plugin {
  let folder = 'dist'
  return {
    name: 'keydesk:precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
      await Promise.all(files.map((entry) => compressBeside(join(entry.parentPath, entry.name))))
    },
  }
}

async function compressBeside(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < minBytes) return
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }
  await Promise.all([
    promisify(brotliCompress)(content, quality).then((packed) => writeFile(`${file}.br`, packed)),
    promisify(gzip)(content, { level: 9 }).then((packed) => writeFile(`${file}.gz`, packed)),
  ])
}
