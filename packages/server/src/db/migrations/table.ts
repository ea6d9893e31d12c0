import { sql, type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely } from 'kysely'
import { isPostgres } from '../engine.ts'

interface Columns {
  readonly texts: readonly string[]
  readonly ints?: readonly string[]
}

/** Tables of the column types that both databases share: whole numbers and text, nothing else. */
export function tableMaker(db: Kysely<unknown>) {
  const postgres = isPostgres(db)
  const int = postgres ? ('bigint' as const) : ('integer' as const)

  const start = (name: string): CreateTableBuilder<string, string> => {
    const table = db.schema.createTable(name)
    return postgres ? table : table.modifyEnd(sql`strict`)
  }
  const withColumns = (table: CreateTableBuilder<string, string>, { texts, ints = [] }: Columns) => {
    const typed = [...texts.map((name) => [name, 'text'] as const), ...ints.map((name) => [name, int] as const)]
    return typed.reduce((made, [name, type]) => made.addColumn(name, type, (column) => column.notNull()), table)
  }

  return {
    int,
    /** A table with required columns and an id that is never given twice, not even after the newest row is deleted. */
    table: (name: string, columns: Columns): CreateTableBuilder<string, string> =>
      withColumns(
        postgres
          ? start(name).addColumn('id', 'bigint', (column) => column.primaryKey().generatedByDefaultAsIdentity())
          : start(name).addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement()),
        columns,
      ),
    /** The same with an id that we choose. */
    tableWithTextId: (name: string, columns: Columns): CreateTableBuilder<string, string> =>
      withColumns(
        start(name).addColumn('id', 'text', (column) => column.primaryKey().notNull()),
        columns,
      ),
  }
}

export const reference = (target: string) => (column: ColumnDefinitionBuilder) => column.notNull().references(target)
export const ownedBy = (target: string) => (column: ColumnDefinitionBuilder) => reference(target)(column).onDelete('cascade')
