import { once } from 'node:events'

/**
 * A process that starts a fixed number of sales of one key per second, without waiting for earlier sales. When it is stopped, it prints the
 * number of sales. It ends if a sale is refused.
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
