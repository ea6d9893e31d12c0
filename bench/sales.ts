import { once } from 'node:events'

/**
 * A process that sells one key so many times a second, whether or not the sale before has ended, until it is told to stop; then it says
 * how many sales were made. A refused one ends it.
 */

const [url = '', authorization = '', rate = '20', first = '1'] = process.argv.slice(2)
const sales: Promise<void>[] = []
let turn = Number(first)
const selling = setInterval(() => sales.push(sell()), 1_000 / Number(rate))
process.send!('ready')
await once(process, 'message')
clearInterval(selling)
await Promise.all(sales)
process.send!(sales.length)
process.disconnect()

async function sell(): Promise<void> {
  turn += 1
  const items = [{ variant_id: 1 + ((turn * 97) % 3_000), quantity: 1 }]
  const { data } = await post('/store/purchases', { customer_email: `buyer${turn}@example.com`, items })
  await post(`/store/purchases/${data.id}/complete`, {})
}

async function post(path: string, body: unknown): Promise<{ data: { id: number } }> {
  const headers = { authorization, 'content-type': 'application/json' }
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as { data: { id: number } }
}
