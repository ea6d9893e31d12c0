import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const notOurs = ['**/node_modules/**', '**/dist/**', '**/test-results/**', '**/coverage/**', 'data/**']

/** Files of the repository by the end of their names. Paths are from the root, with forward slashes. */
export const listFiles = (...endings: string[]): string[] =>
  globSync(
    endings.map((ending) => `**/*${ending}`),
    { cwd: root, exclude: notOurs },
  ).map((path) => path.replaceAll('\\', '/'))

/** The headings of a page, in order; those inside code blocks do not count. */
export const headingsOf = (page: string): string[] =>
  [
    ...read(page)
      .replace(/^```.*?^```/gms, '')
      .matchAll(/^#+ (.+)$/gm),
  ].map(([, title = '']) => title)

/** The anchor of a heading, as code hosts build it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')

/** Why a link of a page leads nowhere, or undefined. Links to other sites are not followed. */
export function problemOfLink(page: string, target: string): string | undefined {
  if (/^[a-z]+:/.test(target)) return undefined
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : normalize(join(dirname(page), path))
  if (!existsSync(join(root, file))) return `${page} links to ${target}, which does not exist`
  const isKnown = anchor === undefined || headingsOf(file).some((heading) => anchorOf(heading) === anchor)
  return isKnown ? undefined : `${page} links to ${target}, but ${file} has no such heading`
}

/**
 * Citations of a comment that a reader of this repository cannot open. A heading of a page in docs/ is cited as `docs/reference/keys.md,
 * Removed keys`.
 */
export function problemsOfComment(comment: string): string[] {
  const text = comment.replace(/\s*\n\s*\*?\s*/g, ' ')
  const problems: string[] = []
  const [elsewhere] =
    /\b(design|spec|specification|architecture|look) (sections?|page)\b|\bthe specification\b|\bsections? \d|\bissue #?\d|\bthe (design|spec)\b/i.exec(
      text,
    ) ?? []
  if (elsewhere !== undefined) problems.push(`cites a document that is not here: "${elsewhere}"`)
  for (const [, page = '', rest = ''] of text.matchAll(/\b((?:docs\/)?[\w./-]+\.md)\b(?:, ([A-Z][^\n]*))?/g)) {
    if (!existsSync(join(root, page))) problems.push(`cites ${page}, which does not exist`)
    else if (rest !== '' && !headingsOf(page).some((heading) => rest.startsWith(heading))) {
      problems.push(`cites "${page}, ${rest.slice(0, 40)}", but the page has no such heading`)
    }
  }
  return problems
}
