import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'

/** Time limit for all answers about one name. An attempt to send has ten seconds in total. */
const timeMs = 5_000
const hostsFile = process.platform === 'win32' ? `${process.env['SystemRoot']}\\System32\\drivers\\etc\\hosts` : '/etc/hosts'

/**
 * The IP addresses of a name: from the machine's hosts file, or else from its name servers. The system's own look-up comes last, for names
 * that only it can complete: while a name server is silent, it blocks one of the few threads that hash passwords. At that point the name
 * servers have already answered.
 * @param servers to use instead of the machine's, with their ports
 * @throws with the code `ENOTFOUND` for an unknown name, `EAI_AGAIN` if that cannot be determined
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
  const isUnknown = answers.every((answer) => answer.status === 'fulfilled' || isNotFound(answer.reason))
  if (!isUnknown) throw Object.assign(new Error('The name servers do not answer'), { code: 'EAI_AGAIN' })
  return (await lookup(name, { all: true })).map(({ address }) => address)
}

const isNotFound = (error: NodeJS.ErrnoException): boolean => error.code === 'ENOTFOUND' || error.code === 'ENODATA'

async function readHosts(name: string): Promise<string[]> {
  const text = await readFile(hostsFile, 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/))
  return lines.flatMap(([address = '', ...names]) => (names.includes(name.toLowerCase()) ? [address] : []))
}
