import { join } from 'node:path'
import { exitCode, startNode } from './run.mjs'
import { forwardSignals } from './signals.mjs'
import { tools } from './tools.mjs'

/**
 * The server and Vite's server, with reload on save; when one ends, the other is stopped.
 *
 * @param {string} root
 * @param {string} node
 * @param {string[]} args
 */
export async function dev(root, node, args) {
  const server = startNode(node, ['scripts/launch/watch.mjs', 'packages/server/src/main.ts', ...args], { cwd: root })
  // Vite's server passes calls on to the address in HOST and PORT, which the server reads from .env.
  const vite = [`--env-file-if-exists=${join(root, '.env')}`, join(root, tools.vite)]
  const web = startNode(node, vite, { cwd: join(root, 'packages/web') })
  const children = [server, web]
  const release = forwardSignals(children)
  const exits = children.map(exitCode)
  const first = await Promise.race(exits)
  for (const child of children) child.kill('SIGTERM')
  await Promise.allSettled(exits)
  release()
  return first
}
