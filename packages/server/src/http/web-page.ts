import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface FirstLoad {
  /** Gzipped bytes by file. */
  readonly files: Readonly<Record<string, number>>
}

/** The web app's page, for the path of a navigation and the cookies that come with it. */
export type PageFor = (path: string, cookies?: string) => string

/** What a screen shows before its code is there, by the state of the sidebar. */
interface Shell {
  readonly expanded: string
  readonly collapsed: string
}

/** Set by the web app (its app/sidebar-state.ts; spec section 2). */
const isCollapsed = (cookies: string): boolean => cookies.split('; ').includes('sidebar:state=false')

/**
 * Reads the built page and fills it in: with the brand, and for each screen with the files that it needs, and with what it shows before they
 * have run. Without them named, a browser would find those one after the other, each only once the one before has run. Its `public/boot.js`
 * fetches the scripts, once the page has been painted.
 */
export function loadPages(root: string, brandTitle: string): PageFor {
  const read = (name: string) => readFileSync(join(root, name), 'utf8')
  const brand = escapeHtml(brandTitle)
  const index = withBrand(read('index.html'), brand)
  const shells = JSON.parse(read('shells.json')) as Record<string, Shell>
  const pages = Object.entries(JSON.parse(read('first-load.json')) as Record<string, FirstLoad>).map(([route, { files }]) => {
    const html = withFiles(index, Object.keys(files))
    const { expanded = '', collapsed = '' } = shells[route] ?? {}
    return { path: patternOf(route), expanded: withShell(html, expanded, brand), collapsed: withShell(html, collapsed, brand) }
  })
  return (path, cookies = '') => pages.find((page) => page.path.test(path))?.[isCollapsed(cookies) ? 'collapsed' : 'expanded'] ?? index
}

/** A route as the router writes it: `$name` is a parameter. */
const patternOf = (route: string): RegExp => new RegExp(`^${route.replace(/\/?$/, '').replaceAll(/\$\w+/g, '[^/]+')}/?$`)

function withFiles(html: string, files: readonly string[]): string {
  const missing = files.filter((file) => file.startsWith('assets/') && !html.includes(`"/${file}"`)).map((file) => `/${file}`)
  const styles = missing.filter((file) => file.endsWith('.css')).map((file) => `<link rel="stylesheet" crossorigin href="${file}">`)
  const scripts = missing.filter((file) => file.endsWith('.js'))
  return html.replace('</head>', `${styles.join('')}<meta name="app-parts" content="${scripts.join(' ')}"></head>`)
}

/** Nobody can use it, nor is it read out: the app draws the same in its place. */
const withShell = (html: string, shell: string, brand: string): string =>
  html.replace(
    '<div id="root"></div>',
    () =>
      `<div id="root"><div class="shell" inert aria-hidden="true" aria-disabled="true">${shell.replaceAll('%brand%', () => brand)}</div></div>`,
  )

const withBrand = (html: string, brand: string): string =>
  html.replace(/(<meta name="brand-title" content=")[^"]*(")/, (_, before: string, after: string) => before + brand + after)

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
