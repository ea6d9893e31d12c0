import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'oxc-parser'
import { __unstable__loadDesignSystem as loadDesignSystem } from 'tailwindcss'

/** Finds classes that have no style. Tailwind ignores them silently, and a badge stays square. */

const web = join(import.meta.dirname, '../packages/web')
const styles = join(web, 'src/styles')

/** Functions whose strings are classes. */
const joining = new Set(['cva', 'clsx'])

type Node = { readonly type: string } & Record<string, unknown>

/** The strings of a file that are lists of classes: those of `className`, and others of two words or more of which Tailwind knows most. */
function classesOf(file: string, text: string, isKnown: (name: string) => boolean): string[] {
  const { program, errors } = parseSync(file, text)
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`)
  const found: string[] = []
  const take = (words: string, areClasses: boolean) => {
    const names = words.split(/\s+/).filter((name) => name !== '')
    const isList = names.length > 1 && names.filter(isKnown).length * 2 > names.length && names.every((name) => /^[^A-Z.,']*$/.test(name))
    if (areClasses || isList) found.push(...names)
  }
  const visit = (value: unknown, areClasses: boolean): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, areClasses)
    else if (typeof value === 'object' && value !== null && 'type' in value) visitNode(value as Node, areClasses)
  }
  const visitNode = (node: Node, areClasses: boolean): void => {
    const visitAll = (inside: boolean) => Object.values(node).forEach((value) => visit(value, inside))
    switch (node.type) {
      case 'Literal':
        return typeof node['value'] === 'string' ? take(node['value'], areClasses) : undefined
      case 'TemplateLiteral':
        // A word next to an expression is incomplete.
        ;(node['quasis'] as { value: { cooked: string } }[]).forEach(({ value: { cooked } }, index, all) =>
          take(cooked.replace(index > 0 ? /^\S+/ : /^$/, '').replace(index < all.length - 1 ? /\S+$/ : /^$/, ''), areClasses),
        )
        return visit(node['expressions'], areClasses)
      case 'JSXAttribute':
        return visit(node['value'], (node['name'] as { name?: unknown }).name === 'className')
      case 'CallExpression':
        return visitAll(joining.has(String((node['callee'] as { name?: unknown }).name)))
      case 'ConditionalExpression':
        visit(node['test'], false)
        return visit([node['consequent'], node['alternate']], areClasses)
      case 'BinaryExpression':
      case 'ImportDeclaration':
      case 'MemberExpression':
        return visitAll(false)
      case 'Property':
        return visit(node['value'], areClasses && (node['key'] as { name?: unknown }).name !== 'defaultVariants')
      default:
        return visitAll(areClasses)
    }
  }
  visit(program, false)
  return found
}

/** Returns a function that knows whether a class has a style: by Tailwind with our tokens, or by our own CSS. */
export async function loadStyles(): Promise<(name: string) => boolean> {
  const { resolve } = createRequire(join(styles, 'base.css'))
  const system = await loadDesignSystem(readFileSync(join(styles, 'base.css'), 'utf8'), {
    base: styles,
    loadStylesheet: async (id, base) => {
      const path = id.startsWith('.') ? join(base, id) : resolve(id)
      return { path, base: dirname(path), content: readFileSync(path, 'utf8') }
    },
  })
  const rules = globSync('*.css', { cwd: styles }).map((file) => readFileSync(join(styles, file), 'utf8'))
  const own = new Set(rules.flatMap((css) => [...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name)))
  const known = new Map<string, boolean>()
  return (name) => {
    // A marker for variants of elements inside or beside it.
    if (own.has(name) || /^(group|peer)(\/\w+)?$/.test(name)) return true
    if (!known.has(name)) known.set(name, system.candidatesToCss([name])[0] !== null)
    return known.get(name)!
  }
}

/** The classes of a file that have no style. */
export const unknownClasses = (file: string, text: string, isKnown: (name: string) => boolean): string[] =>
  classesOf(file, text, isKnown).filter((name) => !isKnown(name))

/** Corners with a radius of their own: 4, 8, 12 px and full are tokens. */
export const ownRadii = (text: string): string[] =>
  [...text.matchAll(/\brounded(?:-\w+)*-\[[^\]]+\]|border(?:-\w+)*-radius:[^;]+/g)]
    .map(([rule]) => rule)
    .filter((rule) => /\d/.test(rule.replaceAll(/calc\(var\(--radius-\w+\) - 1px\)|var\(--radius-\w+\)|(?<=[\s:])0(?=[\s;]|$)/g, '')))

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const isKnown = await loadStyles()
  const files = globSync('{src,kit-page}/**/*.{ts,tsx}', { cwd: web, exclude: ['**/*.test.*'] })
  let unknown = 0
  for (const file of files) {
    for (const name of unknownClasses(file, readFileSync(join(web, file), 'utf8'), isKnown)) {
      console.error(`packages/web/${file}: the class ${name} has no style`)
      unknown += 1
    }
  }
  for (const file of [...files, ...globSync('src/styles/*.css', { cwd: web })]) {
    for (const rule of ownRadii(readFileSync(join(web, file), 'utf8'))) {
      console.error(`packages/web/${file}: ${rule} is no radius of tokens.css`)
      unknown += 1
    }
  }
  console.log(`${files.length} files, ${unknown} classes without a style`)
  process.exitCode = unknown === 0 && files.length > 0 ? 0 : 1
}
