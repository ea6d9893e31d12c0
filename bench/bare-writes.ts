import Fastify from 'fastify'
import { openFloorWrites } from './floor-writes.ts'

/** Writes the floor's rows at the product's addresses and does nothing else. Shows what HTTP alone costs compared with the raw driver. */

const [file = ''] = process.argv.slice(2)
const floor = openFloorWrites(file)
const app = Fastify()
let turn = 0

app.put('/admin/products/:id', async ({ params }) => {
  turn += 1
  floor.save(Number((params as { id: string }).id), `Saved ${turn}`)
  return { success: true, data: params }
})
app.post('/store/purchases', async () => ({ success: true, data: { id: floor.buy() } }))
app.post('/store/purchases/:id/complete', async ({ params }) => {
  floor.complete(Number((params as { id: string }).id))
  return { success: true, data: params }
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`Floor at ${url}\n`)
process.on('disconnect', () => process.exit())
