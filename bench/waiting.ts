import { parentPort, workerData } from 'node:worker_threads'

/** A thread that asks for something small, again and again, until it is told to stop; then it says how long the longest answer took, in milliseconds. */

const { url, authorization } = workerData as { url: string; authorization: string }
let isOver = false
let longest = 0
parentPort!.once('message', () => (isOver = true))
while (!isOver) {
  const started = performance.now()
  await (await fetch(url, { headers: { authorization } })).arrayBuffer()
  longest = Math.max(longest, performance.now() - started)
}
parentPort!.postMessage(longest)
