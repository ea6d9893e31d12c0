import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { ruleViolated } from '../errors.ts'
import { cleanHtml } from './clean-html.ts'

/** Characters of all texts of a call. Cleaning this many takes up to 20 ms; longer texts are cleaned in a thread. */
const fewCharacters = 10_000
/** 200,000 characters take up to a second. */
const usualMs = 30_000

/** Beside this file, both in the source and in the build. */
const cleanThread = join(import.meta.dirname, `clean-thread${extname(import.meta.filename)}`)

const oneAtOnce = pLimit(1)

/**
 * Cleans each text (see clean-html.ts). Long texts are cleaned in a thread, so that other requests do not wait.
 * @throws 422 for texts that take too long
 */
export async function cleanTexts(texts: readonly string[], ms = usualMs): Promise<string[]> {
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  return characters <= fewCharacters ? Promise.all(texts.map(cleanHtml)) : oneAtOnce(() => cleanInThread(texts, ms))
}

async function cleanInThread(texts: readonly string[], ms: number): Promise<string[]> {
  const thread = new Worker(cleanThread, { workerData: texts })
  const { promise, resolve, reject } = Promise.withResolvers<string[]>()
  thread.once('message', resolve)
  thread.once('error', reject)
  const timer = setTimeout(() => reject(ruleViolated('The texts are too long to be checked: shorten them')), ms)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}
