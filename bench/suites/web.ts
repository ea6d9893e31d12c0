import { callerOf, startKeydesk } from '../servers.ts'
import type { Result } from '../table.ts'
import { openBrowser } from '../web/browser.ts'
import { weighFirstLoads } from '../web/first-load.ts'
import { startFloor } from '../web/floor.ts'
import { measureInteractions } from '../web/interactions.ts'
import { measureLoads } from '../web/loads.ts'
import { measureOrderPage } from '../web/order-page.ts'
import { screens } from '../web/screens.ts'
import { fillShop } from '../web/shop.ts'
import { measureSteadiness } from '../web/steady.ts'

/** The built web app in a real browser, against the real server: how long a person waits. */
export async function web(dataDir: string, scratch: string, { rounds }: { rounds: number }): Promise<Result[]> {
  // Stop all servers: a running one would keep the bench from ending.
  await using stack = new AsyncDisposableStack()
  const server = await startKeydesk(dataDir)
  stack.defer(server.stop)
  const caller = await callerOf(server, dataDir)
  await fillShop({ url: server.url, ...caller })
  const floor = await startFloor(screens, caller.admin, dataDir, scratch)
  stack.defer(floor.stop)
  const browser = stack.use(await openBrowser())
  const site = { url: server.url, token: caller.token }
  return [
    ...weighFirstLoads(),
    ...(await measureLoads({ ...site, floorUrl: floor.url }, 2 * rounds - 1)),
    ...(await measureSteadiness(browser, site, rounds)),
    ...(await measureInteractions(browser, site, rounds)),
    ...(await measureOrderPage(browser, { url: server.url, storeKey: caller.storeKey }, scratch, rounds)),
  ]
}
