import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { findProgram } from '../../scripts/launch/debian.mjs'
import { freePort } from '@keydesk/server/testing'

export const nginx = findProgram('nginx')
export const openssl = findProgram('openssl')

const root = new URL('../../', import.meta.url)
export const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, root)), 'utf8')

/** A documented configuration, with what differs in a test. Each text to replace must be there. */
export const replaceEach = (text: string, replacements: readonly (readonly [string, string])[]): string =>
  replacements.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The documented configuration no longer says ${from}`)
    return changed.replace(from, to)
  }, text)

/** nginx with the configuration from docs/operating. Only its ports, upstreams and certificate are replaced by the test's. */
export async function startNginx(nodes: readonly [string, string]) {
  const folder = mkdtempSync(join(tmpdir(), 'keydesk-nginx-'))
  const [plain, secure] = [await freePort(), await freePort()]
  const certificate = join(folder, 'cert.pem')
  const key = join(folder, 'key.pem')
  makeCertificate('DNS:desk.example.com', key, certificate)

  const upstream = /```nginx\n(.*?)```/s.exec(read('docs/operating.md'))![1]!
  // The space after a port keeps 4001 from being found within another port, such as 40013.
  const servers = replaceEach(upstream + read('docs/operating/nginx.conf'), [
    ['127.0.0.1:4000 ', `${new URL(nodes[0]).host} `],
    ['127.0.0.1:4001 ', `${new URL(nodes[1]).host} `],
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen 443 ', `listen 127.0.0.1:${secure} `],
    ['/etc/ssl/keydesk/fullchain.pem', certificate],
    ['/etc/ssl/keydesk/privkey.pem', key],
  ])
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const main = `${user} daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${folders}\n${servers}\n}`
  writeFileSync(join(folder, 'nginx.conf'), main)

  const server = spawn(nginx!, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], { stdio: 'ignore' })
  const exited = once(server, 'exit')
  while (!(await isListening(secure))) {
    if (server.exitCode !== null) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'))
    await wait(20)
  }

  const ca = readFileSync(certificate)
  return {
    plainUrl: `http://127.0.0.1:${plain}`,
    /** A call over TLS, from a given address of this machine. */
    call: (method: string, path: string, { from = '127.0.0.1', headers = {}, body }: CallOptions = {}) =>
      new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
        const options = { method, path, ca, headers, servername: 'desk.example.com', localAddress: from, agent: false }
        const sent = request({ ...options, host: '127.0.0.1', port: secure }, (answer) => {
          let text = ''
          answer.on('data', (chunk: Buffer) => (text += String(chunk)))
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
        })
        sent.on('error', reject)
        sent.end(body)
      }),
    async stop(): Promise<void> {
      server.kill('SIGTERM')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Signed by itself, for a name such as `IP:127.0.0.1`. */
export function makeCertificate(name: string, key: string, certificate: string): void {
  const subject = ['-subj', '/CN=desk.example.com', '-addext', `subjectAltName=${name}`]
  const make = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', ...subject]
  execFileSync(openssl!, [...make, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
}

interface CallOptions {
  readonly from?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer
}

export const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1')
    probe.on('connect', () => resolve(true))
    probe.on('error', () => resolve(false))
    probe.on('connect', () => probe.destroy())
  })
