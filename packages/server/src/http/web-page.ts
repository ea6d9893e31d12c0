import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { escapeHtml } from '../html/escape-html.ts'

interface FirstLoad {
  /** Gzipped bytes by file. */
  readonly files: Readonly<Record<string, number>>
}

/** The web app's page for the path of a navigation. */
export type PageFor = (path: string) => string

/**
 * Reads the built page and fills in the brand and, for each screen, links to the files that it needs, so that a browser loads them all at
 * once instead of one after the other.
 */
export function loadPages(root: string, brandTitle: string): PageFor {
  const read = (name: string) => readFileSync(join(root, name), 'utf8')
  const index = withBrand(read('index.html'), escapeHtml(brandTitle))
  const loads = JSON.parse(read('first-load.json')) as Record<string, FirstLoad>
  const pages = Object.entries(loads).map(([route, { files }]) => ({ path: patternOf(route), html: withFiles(index, Object.keys(files)) }))
  return (path) => pages.find((page) => page.path.test(path))?.html ?? index
}

/** A route as the router writes it: `$name` is a parameter. */
const patternOf = (route: string): RegExp => new RegExp(`^${route.replace(/\/?$/, '').replaceAll(/\$\w+/g, '[^/]+')}/?$`)

function withFiles(html: string, files: readonly string[]): string {
  const missing = files.filter((file) => file.startsWith('assets/') && !html.includes(`"/${file}"`))
  const links = missing.map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" crossorigin href="/${file}">`
      : `<link rel="modulepreload" crossorigin href="/${file}">`,
  )
  return html.replace('</head>', `${links.join('')}</head>`)
}

const withBrand = (html: string, brand: string): string =>
  html.replace(/(<meta name="brand-title" content=")[^"]*(")/, (_, before: string, after: string) => before + brand + after)
