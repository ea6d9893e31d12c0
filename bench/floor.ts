import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import Fastify from 'fastify'
import { floorQueries, type FloorRead } from './floor-queries.ts'

/** The program that the reads are compared with: the same rows by the same driver, the same bytes, and nothing else. */

const [dataDir = '', bodies = ''] = process.argv.slice(2)
const database = new SqliteDatabase(join(dataDir, 'keydesk.db'), { readonly: true })
const app = Fastify()
const kept = JSON.parse(readFileSync(bodies, 'utf8')) as Record<FloorRead, string>

for (const [name, queries] of Object.entries(floorQueries)) {
  const statements = queries.map((sql) => database.prepare(sql))
  const body = kept[name as FloorRead]
  app.get(`/${name}`, (_request, reply) => {
    for (const statement of statements) statement.all()
    reply.type('application/json; charset=utf-8').send(body)
  })
}
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`Floor at ${url}\n`)
process.on('disconnect', () => process.exit())
