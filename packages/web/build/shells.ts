import { createServer, type Plugin } from 'vite'
import type { renderShell } from '../src/app/shell.tsx'

/** By a route as the router writes it: what its address shows at first. */
type Shells = Record<string, { readonly expanded: string; readonly collapsed: string }>

/**
 * Draws the shell of each route, once for each state of the sidebar, by running the app without a browser; written to `shells.json`.
 * @param routes as the router writes them; any number serves as a parameter
 */
export function shells(routes: readonly string[]): Plugin {
  let root = ''
  return {
    name: 'keydesk:shells',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'shells.json', source: JSON.stringify(await draw(root, routes)) })
    },
  }
}

async function draw(root: string, routes: readonly string[]): Promise<Shells> {
  const server = await createServer({
    ...{ root, appType: 'custom', logLevel: 'error' },
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const app = (await server.ssrLoadModule('/src/app/shell.tsx')) as { renderShell: typeof renderShell }
    const drawn: Shells = {}
    for (const route of routes) {
      const address = route.replaceAll(/\$\w+/g, '1')
      const [expanded, collapsed] = [await app.renderShell(address, 'expanded'), await app.renderShell(address, 'collapsed')]
      // What fails while it is drawn is left out without a word.
      if (![expanded, collapsed].every((html) => html.includes('<h1')))
        throw new Error(`The shell of ${route} has no title: what it shows needs a browser`)
      drawn[route] = { expanded, collapsed }
    }
    return drawn
  } finally {
    await server.close()
  }
}
