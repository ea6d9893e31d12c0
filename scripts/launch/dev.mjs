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
  const { HOST = '127.0.0.1', PORT = '4000', KEYDESK_API = `http://${HOST}:${PORT}` } = process.env
  const server = startNode(node, ['scripts/launch/watch.mjs', 'packages/server/src/main.ts', ...args], { cwd: root })
  const web = startNode(node, [join(root, tools.vite)], { cwd: join(root, 'packages/web'), env: { KEYDESK_API } })
  const children = [server, web]
  const release = forwardSignals(children)
  const exits = children.map(exitCode)
  const first = await Promise.race(exits)
  for (const child of children) child.kill('SIGTERM')
  await Promise.allSettled(exits)
  release()
  return first
}
