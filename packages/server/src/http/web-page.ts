import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface FirstLoad {
  /** Gzipped bytes by file. */
  readonly files: Readonly<Record<string, number>>
}

/** The web app's page, for the path of a navigation. */
export type PageFor = (path: string) => string

/**
 * Reads the built page and fills it in: with the brand, and for each screen with the files that it needs. Without them named, a browser
 * would find those one after the other, each only once the one before has run.
 */
export function loadPages(root: string, brandTitle: string): PageFor {
  const index = withBrand(readFileSync(join(root, 'index.html'), 'utf8'), brandTitle)
  const loads = JSON.parse(readFileSync(join(root, 'first-load.json'), 'utf8')) as Record<string, FirstLoad>
  const pages = Object.entries(loads).map(([route, { files }]) => ({ path: patternOf(route), html: withFiles(index, Object.keys(files)) }))
  return (path) => pages.find((page) => page.path.test(path))?.html ?? index
}

/** A route as the router writes it: `$name` is a parameter. */
const patternOf = (route: string): RegExp => new RegExp(`^${route.replace(/\/?$/, '').replaceAll(/\$\w+/g, '[^/]+')}/?$`)

function withFiles(html: string, files: readonly string[]): string {
  const scripts = files.filter((file) => /^assets\/[\w.-]+\.js$/.test(file) && !html.includes(`"/${file}"`))
  const links = scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return html.replace('</head>', `${links.join('')}</head>`)
}

function withBrand(html: string, brandTitle: string): string {
  const escaped = brandTitle.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
  return html.replace(/(<meta name="brand-title" content=")[^"]*(")/, (_, before: string, after: string) => before + escaped + after)
}
