import { parentPort, workerData } from 'node:worker_threads'
import { cleanHtml } from './clean-html.ts'

/** A thread that cleans the texts it was started with, and ends. */
const cleaned: string[] = []
for (const text of workerData as readonly string[]) cleaned.push(await cleanHtml(text))
// The rule is about windows.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(cleaned)
