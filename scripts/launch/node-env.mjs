import { delimiter, dirname, isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'

const cache = fileURLToPath(new URL('../../node_modules/.cache/keydesk-compile', import.meta.url))
const endWithParent = new URL('./end-with-parent.mjs', import.meta.url).href

/**
 * By itself the memory of new objects grows to some 130 MB, and stays so: at most three times these megabytes. Old objects are collected
 * once there are 50 percent more than the last collection left; by itself a Node with much memory waits for four times as many
 * (docs/performance.md, Memory). As in bin/keydesk.
 */
const serverMemory = ['--max-semi-space-size=16', '--heap-growing-percent=50']

/** @param {{ server: boolean }} options */
export function nodeFlags({ server }) {
  return ['--disable-warning=ExperimentalWarning', ...(server ? serverMemory : ['--import', endWithParent])]
}

/**
 * Our environment, with the chosen Node first on the PATH for the child processes of tools. By itself the C library has eight memory arenas
 * for each core, which keep what the threads of a start have freed: 4 MB (docs/performance.md, Memory). As in bin/keydesk.
 *
 * @param {string} file
 * @param {Record<string, string>} extra
 * @returns {NodeJS.ProcessEnv}
 */
export function nodeEnv(file, extra = {}) {
  const pathName = Object.keys(process.env).find((name) => /^path$/i.test(name)) ?? 'PATH'
  const path = [...(isAbsolute(file) ? [dirname(file)] : []), process.env[pathName] ?? ''].join(delimiter)
  return {
    MALLOC_ARENA_MAX: '2',
    ...process.env,
    NODE_COMPILE_CACHE: cache,
    KEYDESK_LAUNCHER: String(process.pid),
    [pathName]: path,
    ...extra,
  }
}
