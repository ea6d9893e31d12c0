import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'

/** For all answers to one name. An attempt to send has ten seconds in all. */
const timeMs = 5_000
const hostsFile = process.platform === 'win32' ? `${process.env['SystemRoot']}\\System32\\drivers\\etc\\hosts` : '/etc/hosts'

/**
 * The IP addresses of a name: those of the machine's own list of hosts, or else what its name servers answer. The system's own look-up is
 * asked last, for names that only it completes: it holds one of the few threads that passwords are hashed on for as long as a name server is
 * silent. By then they have answered.
 * @param servers in the place of the machine's, with their ports
 * @throws with the code `ENOTFOUND` for a name that nobody knows, `EAI_AGAIN` if that cannot be told
 */
export async function lookUpName(name: string, servers?: readonly string[]): Promise<readonly string[]> {
  const own = await readHosts(name)
  if (own.length > 0) return own
  const resolver = new Resolver({ timeout: timeMs / 2, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  const limit = setTimeout(() => resolver.cancel(), timeMs).unref()
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  clearTimeout(limit)
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length > 0) return found
  const isUnknown = answers.every((answer) => answer.status === 'fulfilled' || saysNo(answer.reason))
  if (!isUnknown) throw Object.assign(new Error('The name servers do not answer'), { code: 'EAI_AGAIN' })
  return (await lookup(name, { all: true })).map(({ address }) => address)
}

const saysNo = (error: NodeJS.ErrnoException): boolean => error.code === 'ENOTFOUND' || error.code === 'ENODATA'

async function readHosts(name: string): Promise<string[]> {
  const text = await readFile(hostsFile, 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/))
  return lines.flatMap(([address = '', ...names]) => (names.includes(name.toLowerCase()) ? [address] : []))
}
