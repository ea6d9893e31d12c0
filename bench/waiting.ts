import { once } from 'node:events'
import { timed } from './load.ts'

/**
 * A process that sends a small request every five milliseconds, without waiting for earlier answers. When it is stopped, it prints how long
 * the longest answer took, in milliseconds.
 */

const [url = '', authorization = ''] = process.argv.slice(2)
// The first request opens a connection, which is not the server's time.
await timed(url, authorization)
const asked: Promise<number>[] = []
const asking = setInterval(() => asked.push(timed(url, authorization)), 5)
process.send!('ready')
await once(process, 'message')
clearInterval(asking)
process.send!(Math.max(...(await Promise.all(asked))))
process.disconnect()
