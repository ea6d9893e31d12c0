import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

export interface Import {
  /** A path from the root, `npm:package`, `node:module`, `query:method` or `table:name`. */
  readonly to: string
  readonly line: number
  readonly isType: boolean
}

/** The files that our packages export, as paths from the root, by the name to import: `@keydesk/server/testing`. */
export type EntryPoints = ReadonlyMap<string, string>

/** Methods that begin a query: a file that calls one of them builds SQL, whatever it imports. */
const queries = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'replaceInto', 'mergeInto'])

/** Methods whose first argument is a table, or `table as name`. */
const tableMethods = new Set([...queries, 'from', 'using', 'innerJoin', 'leftJoin', 'rightJoin', 'fullJoin', 'crossJoin'])
/** Words of SQL that a table follows. */
const tableInSql = /\b(?:from|join|into|update)\s+(\w+)/gi

export function importsOf(root: string, file: string, entryPoints: EntryPoints): Import[] {
  const source = readFileSync(join(root, file), 'utf8')
  const { program, module, errors } = parseSync(file, source)
  const [error] = errors
  if (error !== undefined) throw new Error(`${file}: ${error.message}`)

  const found: Import[] = []
  const add = (to: string, offset: number, isType: boolean) => found.push({ to, line: source.slice(0, offset).split('\n').length, isType })
  const addSpecifier = (specifier: string, offset: number, isType: boolean) => add(resolve(file, specifier, entryPoints), offset, isType)

  for (const { moduleRequest, entries, start } of module.staticImports) {
    addSpecifier(moduleRequest.value, start, entries.length > 0 && entries.every((entry) => entry.isType))
  }
  for (const { entries, start } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) if (moduleRequest !== null) addSpecifier(moduleRequest.value, start, isType)
  }
  const isRepo = file.endsWith('.repo.ts')
  const addTables = (text: string, offset: number) => {
    if (!isRepo) return
    for (const { 1: table = '', index } of text.matchAll(tableInSql)) add(`table:${table}`, offset + index, false)
  }
  new Visitor({
    ImportExpression: ({ source: specifier, start }) => {
      if (specifier.type === 'Literal' && typeof specifier.value === 'string') addSpecifier(specifier.value, start, false)
    },
    TSImportType: ({ source: specifier, start }) => addSpecifier(specifier.value, start, true),
    MemberExpression: ({ property, start }) => {
      if (property.type === 'Identifier' && queries.has(property.name)) add(`query:${property.name}`, start, false)
    },
    CallExpression: ({ callee, arguments: [first] }) => {
      if (!isRepo || callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || !tableMethods.has(callee.property.name))
        return
      for (const table of first?.type === 'ArrayExpression' ? first.elements : [first])
        if (table?.type === 'Literal' && typeof table.value === 'string') add(`table:${table.value.split(' ', 1)[0]}`, table.start, false)
    },
    Literal: ({ value, start }) => {
      if (typeof value === 'string') addTables(value, start)
    },
    TemplateElement: ({ value, start }) => addTables(value.raw, start),
  }).visit(program)
  return found
}

function resolve(file: string, specifier: string, entryPoints: EntryPoints): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  if (isBuiltin(specifier)) return specifier.startsWith('node:') ? specifier : `node:${specifier}`
  return entryPoints.get(specifier) ?? `npm:${specifier}`
}
