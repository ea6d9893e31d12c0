import { parentPort, workerData } from 'node:worker_threads'
import { cleanHtml } from './clean-html.ts'

/** Cleans the texts it was started with in a thread, and ends. */
const cleaned: string[] = []
for (const text of workerData as readonly string[]) cleaned.push(await cleanHtml(text))
// The rule is about browser windows.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(cleaned)
