import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { makeImage } from '@keydesk/server/testing'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram } from '../../scripts/launch/debian.mjs'
import { strace } from './disk.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const unit = join(root, 'docs/operating/keydesk.service')
const analyze = findProgram('systemd-analyze')
const isSqlite = process.env['KEYDESK_TEST_DB'] === 'sqlite'

test('the unit of systemd leaves little to attack', (context) => {
  if (!isSqlite || analyze === undefined) return context.skip('systemd-analyze is not installed')
  const report = execFileSync(analyze, ['security', '--offline=true', '--no-pager', unit], { encoding: 'utf8' })
  expect(Number(/exposure level for keydesk\.service: ([\d.]+)/.exec(report)?.[1])).toBeLessThanOrEqual(3)
})

/** The system calls in a group of systemd, and in the groups in it. */
function callsIn(group: string): string[] {
  if (!group.startsWith('@')) return [group]
  const lines = execFileSync(analyze!, ['syscall-filter', '--no-pager', group], { encoding: 'utf8' }).split('\n').slice(1)
  const names = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  return names.flatMap(callsIn)
}

test('the server makes no system call that the unit forbids', { timeout: 120_000 }, async (context) => {
  if (!isSqlite || analyze === undefined || strace === undefined) return context.skip('strace or systemd-analyze is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'keydesk-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [password, summary] = ['chosen by the seller', join(folder, 'calls')]
  const env = { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), PORT: '0', LOG_LEVEL: 'silent', ADMIN_PASSWORD: password }
  const command = [process.execPath, join(root, 'packages/server/dist/main.js')]
  const server = spawn(strace, ['-f', '-c', '-o', summary, ...command], { env, cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(server, 'exit')
  const ready = Promise.withResolvers<string>()
  createInterface(server.stdout).on('line', (line) => {
    const url = /^Keydesk is ready at (\S+)$/.exec(line)?.[1]
    if (url !== undefined) ready.resolve(url)
  })
  const url = await ready.promise
  const post = async (path: string, body: unknown, authorization = '') => {
    const isForm = body instanceof FormData
    const headers = { authorization, ...(!isForm && { 'content-type': 'application/json' }) }
    const answer = await fetch(url + path, { method: 'POST', headers, body: isForm ? body : JSON.stringify(body) })
    expect(answer.status, path).toBe(200)
    return ((await answer.json()) as { data: { token: string; id: number } }).data
  }
  const { token } = await post('/auth/password-login', { identity: 'admin', password })
  const { id } = await post('/admin/products', { name: 'Aim', requirements: '<p>cleaned in a thread</p>' }, token)
  const form = new FormData()
  form.set('image', new File([new Uint8Array(await makeImage('png', 300, 200))], 'image.png', { type: 'image/png' }))
  await post(`/admin/products/${id}/images`, form, token)
  // The tracer passes no signal on.
  process.kill(Number(execFileSync('ps', ['-o', 'pid=', '--ppid', String(server.pid)], { encoding: 'utf8' })), 'SIGTERM')
  await exited

  const filters = [...readFileSync(unit, 'utf8').matchAll(/^SystemCallFilter=(~?)(.+)$/gm)]
  const allowed = new Set<string>()
  for (const [, not, groups = ''] of filters)
    for (const name of groups.split(' ').flatMap(callsIn)) {
      if (not === '~') allowed.delete(name)
      else allowed.add(name)
    }
  const made = [...readFileSync(summary, 'utf8').matchAll(/(\w+)$/gm)].map(([name]) => name).filter((name) => /^[a-z]\w+$/.test(name))
  expect(made).toContain('pwrite64')
  // SQLite sets the owner of its files if root runs it, which the unit does not.
  const others = ['syscall', 'total', ...(process.getuid?.() === 0 ? ['fchown'] : [])]
  expect(made.filter((name) => !allowed.has(name) && !others.includes(name))).toEqual([])
})
