import { openBrowser } from '../web/browser.ts'
import { measureInteractions } from '../web/interactions.ts'
import { measureLoads } from '../web/loads.ts'
import { callerOf, startKeydesk } from '../servers.ts'
import type { Result } from '../table.ts'

/** The built web app in a real browser, against the real server. */
export async function web(dataDir: string, { rounds }: { rounds: number }): Promise<Result[]> {
  const server = await startKeydesk(dataDir)
  const { token, admin } = await callerOf(server, dataDir)
  const browser = await openBrowser()
  const site = { url: server.url, token, admin }
  const results = [...(await measureLoads(browser, site, rounds)), ...(await measureInteractions(browser, site, rounds))]
  await browser.close()
  await server.stop()
  return results
}
