import { readFileSync } from 'node:fs'
import SqliteDatabase from 'better-sqlite3'
import Fastify from 'fastify'
import { openFloorPostgres, type FloorDatabase } from './floor-postgres.ts'
import { floorQueries, type FloorRead } from './floor-queries.ts'
import { openFloorWrites } from './floor-writes.ts'

/**
 * The baseline for reads: a bare Fastify that reads the same rows with the same driver, sends the same bytes, writes the rows of the same
 * sales, and does nothing else.
 */

const [database = '', bodies = ''] = process.argv.slice(2)
const kept = JSON.parse(readFileSync(bodies, 'utf8')) as Record<FloorRead, string>
const floor = database.startsWith('postgres') ? openFloorPostgres(database) : openFloorSqlite(database)
const app = Fastify()

for (const [name, queries] of Object.entries(floorQueries)) {
  const body = kept[name as FloorRead]
  app.get(`/${name}`, async (_request, reply) => {
    await floor.read(queries)
    return reply.type('application/json; charset=utf-8').send(body)
  })
}
app.post('/store/purchases', async () => ({ data: { id: await floor.buy() } }))
app.post('/store/purchases/:id/complete', async ({ params }) => {
  const { id } = params as { id: string }
  await floor.complete(Number(id))
  return { data: { id } }
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`Floor at ${url}\n`)
process.on('disconnect', () => process.exit())

function openFloorSqlite(file: string): FloorDatabase {
  const { buy, complete } = openFloorWrites(file)
  const reader = new SqliteDatabase(file, { readonly: true })
  const prepared = new Map<readonly string[], readonly { all: () => unknown }[]>()
  for (const queries of Object.values(floorQueries))
    prepared.set(
      queries,
      queries.map((text) => reader.prepare(text)),
    )
  return {
    read: async (queries) => prepared.get(queries)?.forEach((statement) => statement.all()),
    buy: async () => buy(),
    complete: async (id) => complete(id),
  }
}
