import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { nodeEnv, nodeFlags } from './node-env.mjs'
import { forwardSignals } from './signals.mjs'
import { Stopped } from './stopped.mjs'

/** @typedef {{ cwd: string, env?: Record<string, string>, server?: boolean }} NodeOptions */

/**
 * Runs a script with our own input and output.
 *
 * @param {string} node
 * @param {string[]} args
 * @param {NodeOptions} options
 * @returns {Promise<number>} its exit code, 128 and the signal's number if a signal ended it
 */
export async function runNode(node, args, options) {
  const child = startNode(node, args, options)
  const release = forwardSignals([child])
  try {
    return await exitCode(child)
  } finally {
    release()
  }
}

/**
 * @param {string} node
 * @param {string[]} args
 * @param {NodeOptions} options `server` for a script that ends itself when the channel to us closes, the only sign of a killed launcher
 */
export function startNode(node, args, { cwd, env, server = false }) {
  return spawn(node, [...nodeFlags({ server }), ...args], {
    cwd,
    env: nodeEnv(node, env),
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
}

/**
 * Runs a program and collects its output, to show it after a failure.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string>, shell?: boolean }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function runQuietly(file, args, { cwd, env, shell = false }) {
  const child = spawn(file, args, { cwd, shell, env: nodeEnv(file, env), stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const collect = (/** @type {Buffer} */ chunk) => (output += String(chunk))
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const release = forwardSignals([child])
  try {
    return { code: await exitCode(child), output }
  } finally {
    release()
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
export function exitCode(child) {
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Stopped(`${child.spawnfile} could not be run: ${error.message}`)))
    child.once('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
  })
}
