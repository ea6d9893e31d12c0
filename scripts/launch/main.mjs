import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, ensureBuilt } from './build.mjs'
import { isCommandName, usage } from './commands.mjs'
import { dev } from './dev.mjs'
import { ensureInstalled } from './install.mjs'
import { packagedNode, requireNode } from './node.mjs'
import { makePackage } from './package.mjs'
import { runNode } from './run.mjs'
import { requireServable } from './serve.mjs'
import { Stopped } from './stopped.mjs'
import { runSteps } from './steps.mjs'
import { test } from './test.mjs'
import { checkSteps, tools, unitTests } from './tools.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/**
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code
 */
export async function main([name = '', ...args]) {
  try {
    return await launch(name, args)
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    console.error(error.message)
    return 1
  }
}

/**
 * @param {string} name
 * @param {string[]} args
 */
async function launch(name, args) {
  if (!isCommandName(name)) throw new Stopped(usage)
  if (name === 'serve') requireServable(root)
  else await ensureInstalled(root)
  const node = requireNode(root, process, packagedNode(root, process))
  switch (name) {
    case 'start':
      await ensureBuilt(root, node)
      return runNode(node, ['packages/server/dist/main.js', ...args], { cwd: root, server: true })
    case 'serve':
      // No compile cache: in production only the data folder need be writable.
      return runNode(node, ['packages/server/dist/main.js', ...args], { cwd: root, server: true, env: { NODE_DISABLE_COMPILE_CACHE: '1' } })
    case 'demo':
      await ensureBuilt(root, node)
      return runNode(node, ['packages/cli/src/demo.ts', ...args], { cwd: root, server: true })
    case 'keydesk':
      if (args[0] === 'serve') return launch('serve', args.slice(1))
      return runNode(node, ['packages/cli/src/main.ts', ...args], { cwd: root })
    case 'dev':
      return dev(root, node, args)
    case 'build':
      return build(root, node)
    case 'package':
      return makePackage(root, node)
    case 'format':
      return runNode(node, [tools.oxfmt, ...args], { cwd: root })
    case 'check':
      return (await runSteps([...checkSteps, unitTests], root, node)).some((result) => result.code !== 0) ? 1 : 0
    case 'bench':
      await ensureBuilt(root, node)
      return runNode(node, ['bench/main.ts', ...args], { cwd: root })
    case 'soak':
      // Imported late: it needs Node 18.3.
      return (await import('./soak.mjs')).soak(root, node, args)
    case 'test':
      return test(root, node, args)
  }
}
