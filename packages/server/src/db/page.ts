import { limits, type PageMeta } from '@keydesk/contract'
import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { invalid } from '../errors.ts'
import type { Db } from './schema.ts'

/** The parameters of a list (docs/reference/calls.md, Lists). */
export interface PageRequest {
  /** If left out, the list returns everything. */
  readonly limit?: number
  /** `next_cursor` of the previous page. */
  readonly cursor?: string
  /** The name of a sort order; a leading minus reverses it. */
  readonly sort?: string
  /** False if the total is not needed. */
  readonly isCounted?: false
}

export interface Page<Row> {
  readonly rows: Row[]
  /** Where the list continues, and the number of matches; left out if counting would read more than `limits.countedRows` rows. */
  readonly meta: PageMeta
}

/** An expression to sort by. Never null: a row without it would be on no page. */
export interface SortKey {
  readonly kind: 'text' | 'number'
  /** Null for the id itself. */
  readonly by: RawBuilder<unknown> | null
  /** Values are unique, so the expression's own index gives the order. */
  readonly isUnique?: true
  /** Computed from a column. */
  readonly isComputed?: true
}

export interface Listing {
  /** The id's column, with its table where the query joins several: it decides between equals. */
  readonly id: string
  /** By the names that a caller may sort by. Each expression is in an index, after the columns of the list's filter and before the id. */
  readonly sorts: Readonly<Record<string, SortKey>>
  /** The default order, written as a caller writes it. */
  readonly fallback: string
}

export const byId: SortKey = { kind: 'number', by: null }
export const byUniqueText = (column: string): SortKey => ({ ...byText(column), isUnique: true })
export const byText = (column: string): SortKey => ({ kind: 'text', by: sql`${sql.ref(column)}` })
/** For text without a lower-case copy in another column. */
export const byTextWithoutCase = (column: string): SortKey => ({ kind: 'text', by: sql`lower(${sql.ref(column)})`, isComputed: true })
export const byNumber = (column: string): SortKey => ({ kind: 'number', by: sql`${sql.ref(column)}` })
export const byUniqueNumber = (column: string): SortKey => ({ ...byNumber(column), isUnique: true })

interface PageQuery<DB, TB extends keyof DB, O> {
  /** The columns and the indexed filters, without an order. */
  readonly list: SelectQueryBuilder<DB, TB, O>
  /** A filter without an index: it reads every row of the list. */
  readonly search?: RawBuilder<SqlBool>
  /** The list without the tables that only the search or the columns need, for a faster count. */
  readonly counted?: Countable
}

/**
 * Reads one page of a list by key, without reading the rows before it.
 * @throws 400 for an invalid cursor, a cursor of another sort order, and an unknown sort order
 */
export async function readPage<DB, TB extends keyof DB, O>(
  db: Db,
  { list, search, counted = list }: PageQuery<DB, TB, O>,
  listing: Listing,
  { limit, cursor, sort, isCounted }: PageRequest,
): Promise<Page<O>> {
  const query = search === undefined ? list : list.where(search)
  const { key, direction } = chooseOrder(listing, sort ?? listing.fallback)
  const id = sql<number>`${sql.ref(listing.id)}`
  const by = key.by ?? id
  let page = query.orderBy(by, direction)
  if (key.by !== null && !key.isUnique) page = page.orderBy(id, direction)
  if (cursor !== undefined) page = page.where(after(key, id, direction, decodeCursor(cursor, key.kind)))
  if (limit !== undefined) page = page.limit(limit + 1)
  const found = await page.select([by.as('page_key'), id.as('page_id')]).execute()
  const shown = limit === undefined ? found : found.slice(0, limit)
  const last = shown.length < found.length ? (shown.at(-1) as unknown as Placed) : undefined
  const rows = shown.map((row) => {
    const { page_key: _key, page_id: _id, ...rest } = row as Placed
    return rest as O
  })
  const countTotal = async () => {
    if (cursor === undefined && last === undefined) return rows.length
    return isCounted === false ? undefined : countRows(db, search === undefined ? counted : list, search)
  }
  const next_cursor = last === undefined ? null : encodeCursor([last.page_key, last.page_id])
  return { rows, meta: { next_cursor, total: await countTotal() } }
}

/** Any query: its selection does not matter here. */
type Countable = Pick<SelectQueryBuilder<never, never, unknown>, 'clearSelect'>

/** Counts the matches of a search. Undefined if the list has more rows than may be read for it. */
async function countRows(db: Db, list: Countable, search = sql<SqlBool>`true`): Promise<number | undefined> {
  const looked = list
    .clearSelect()
    .select(sql<number>`case when ${search} then 1 else 0 end`.as('is_found'))
    .limit(limits.countedRows + 1)
  const { rows } = await sql<{ found: number; looked: number }>`
    select cast(coalesce(sum(is_found), 0) as bigint) as found, count(*) as looked from ${looked} as looked`.execute(db)
  const [counted] = rows
  return counted !== undefined && counted.looked <= limits.countedRows ? counted.found : undefined
}

interface Placed {
  readonly page_key: string | number
  readonly page_id: number
}

/**
 * A `like` pattern that finds a text anywhere, with special characters escaped; add `escape '\'`. No index can serve it, so the search
 * reads the whole list: use it only for lists that stay small.
 */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`

function chooseOrder({ sorts }: Listing, sort: string): { key: SortKey; direction: 'asc' | 'desc' } {
  const name = sort.replace(/^-/, '')
  const key = Object.hasOwn(sorts, name) ? sorts[name] : undefined
  if (key !== undefined) return { key, direction: sort.startsWith('-') ? 'desc' : 'asc' }
  const rule = `sort must be one of: ${Object.keys(sorts).join(', ')}, or one of them after a minus`
  throw invalid(rule, { sort: rule })
}

function after(key: SortKey, id: RawBuilder<number>, direction: 'asc' | 'desc', [value, lastId]: Position): RawBuilder<SqlBool> {
  const beyond = sql.raw(direction === 'asc' ? '>' : '<')
  if (key.by === null) return sql`${id} ${beyond} ${lastId}`
  if (key.isUnique) return sql`${key.by} ${beyond} ${value}`
  // Compared as a pair, so that one range of an index serves both.
  const pair = sql<SqlBool>`(${key.by}, ${id}) ${beyond} (${value}, ${lastId})`
  // In an index over an expression, SQLite seeks only by a plain comparison.
  return key.isComputed ? sql`(${key.by} ${beyond}= ${value} and ${pair})` : pair
}

type Position = readonly [value: string | number, id: number]

const encodeCursor = (position: Position): string => Buffer.from(JSON.stringify(position)).toString('base64url')

function decodeCursor(cursor: string, kind: SortKey['kind']): Position {
  const [value, id] = readPosition(cursor)
  const fits = kind === 'text' ? isStorable(value) : Number.isSafeInteger(value)
  if (!fits || !Number.isSafeInteger(id)) throw invalid('cursor is not valid', { cursor: 'cursor is not valid' })
  return [value as string | number, id as number]
}

function readPosition(cursor: string): readonly unknown[] {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(position) && position.length === 2 ? position : []
  } catch {
    return []
  }
}

/** PostgreSQL fails on any other text. */
const isStorable = (value: unknown): boolean => typeof value === 'string' && !value.includes('\0') && value.isWellFormed()
