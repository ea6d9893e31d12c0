/** A process that asks for something small, again and again, until it is told to stop; then it says how long the longest answer took, in milliseconds. */

const [url = '', authorization = ''] = process.argv.slice(2)
const over = new AbortController()
let longest = 0
process.once('message', () => over.abort())
// The first loads what fetches, and opens a connection: that is this process's own waiting.
await ask()
process.send!('ready')
while (!over.signal.aborted) {
  const started = performance.now()
  await ask()
  longest = Math.max(longest, performance.now() - started)
}
process.send!(longest)
process.disconnect()

async function ask(): Promise<void> {
  await (await fetch(url, { headers: { authorization } })).arrayBuffer()
}
