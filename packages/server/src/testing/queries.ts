import type { CompiledQuery } from 'kysely'
import type { Db } from '../db/schema.ts'

/** What a piece of work asks the database that it is given. */
export async function queriesOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = []
  const watched = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      queries.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await work(watched)
  return queries
}
