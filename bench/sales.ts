import { once } from 'node:events'
import { sell } from './sale.ts'

/**
 * A process that starts a fixed number of sales of one key per second, without waiting for earlier sales. When it is stopped, it prints the
 * number of sales. It ends if a sale is refused.
 */

const [url = '', authorization = '', rate = '20', first = '1'] = process.argv.slice(2)
const sales: Promise<unknown>[] = []
let turn = Number(first)
const selling = setInterval(() => sales.push(sell(url, authorization, (turn += 1))), 1_000 / Number(rate))
process.send!('ready')
await once(process, 'message')
clearInterval(selling)
await Promise.all(sales)
process.send!(sales.length)
process.disconnect()
