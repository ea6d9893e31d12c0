import { once } from 'node:events'
import { timed } from './load.ts'

/**
 * A process that asks for something small every five milliseconds, whether or not the answer before has come, until it is told to stop;
 * then it says how long the longest answer took, in milliseconds.
 */

const [url = '', authorization = ''] = process.argv.slice(2)
// The first opens a connection: that is this process's own waiting.
await timed(url, authorization)
const asked: Promise<number>[] = []
const asking = setInterval(() => asked.push(timed(url, authorization)), 5)
process.send!('ready')
await once(process, 'message')
clearInterval(asking)
process.send!(Math.max(...(await Promise.all(asked))))
process.disconnect()
