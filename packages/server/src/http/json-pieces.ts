import { Readable } from 'node:stream'
import { breathe } from '../breathe.ts'

/** How many items of a list are written at once. */
const step = 2_000

/** Whether a value of an object, or of an object in it, is a list that takes a while to be written. */
export const isLong = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > step : isObject(value) && Object.values(value).some(isLong)

/** A value as JSON, of which long lists are written a part at a time: other requests have a turn between two. */
export const streamJson = (value: unknown): Readable => Readable.from(withPauses(value), { objectMode: false })

async function* withPauses(value: unknown): AsyncGenerator<string> {
  for (const piece of pieces(value)) {
    yield piece
    await breathe()
  }
}

function* pieces(value: unknown): Generator<string> {
  if (!isLong(value)) yield JSON.stringify(value)
  else if (Array.isArray(value)) {
    for (let start = 0; start < value.length; start += step)
      yield (start === 0 ? '[' : ',') + JSON.stringify(value.slice(start, start + step)).slice(1, -1)
    yield ']'
  } else {
    let before = '{'
    for (const [name, part] of Object.entries(value as object)) {
      if (part === undefined) continue
      yield `${before}${JSON.stringify(name)}:`
      yield* pieces(part)
      before = ','
    }
    yield '}'
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
