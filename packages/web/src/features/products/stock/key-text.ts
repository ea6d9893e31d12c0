import { checkKeyValue, normalizeKey, parseKeyLines } from '@keydesk/contract'
import { formatCount, plural } from '../../../kit/text/format.ts'

/** A textarea is fine up to here; 100,000 lines in one freeze the page for seconds. */
export const plainLimit = 2_000

/** Whether a text has more lines than a textarea should. Stops looking once it knows. */
export function isLarge(text: string): boolean {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    lines += 1
    if (lines > plainLimit) return true
  }
  return false
}

export const splitLines = (text: string): string[] => text.split(/\r\n?|\n/)

export interface KeyCount {
  readonly keys: number
  /** Repetitions of a key that stands further up; they are kept once. */
  readonly duplicates: number
}

/** 200,000 lines at once hold the page up for half a second. */
const sliceLines = 10_000

/** Counts slice by slice: what steps through it lets the page go on between them. */
export function* countInSlices(text: string): Generator<undefined, KeyCount> {
  const different = new Set<string>()
  let keys = 0
  for (const [index, line] of splitLines(text).entries()) {
    if (index > 0 && index % sliceLines === 0) yield
    const key = normalizeKey(line)
    if (key === '') continue
    keys += 1
    different.add(key)
  }
  return { keys, duplicates: keys - different.size }
}

export function countKeys(text: string): KeyCount {
  const slices = countInSlices(text)
  for (;;) {
    const { done, value } = slices.next()
    if (done === true) return value
  }
}

/** '12 keys, 2 duplicates' */
export const describeKeys = ({ keys, duplicates }: KeyCount): string =>
  duplicates === 0 ? plural(keys, 'key') : `${plural(keys, 'key')}, ${plural(duplicates, 'duplicate')}`

/**
 * Covers keys: `•••• 12 ••••` stands for the twelfth. What is typed beside it is text like any other, and a line that is struck is a key
 * that is struck. A number stands for the same key for good, so that undoing an edit brings the right one back.
 */
export function createCover() {
  const values: string[] = []
  const numbers = new Map<string, number>()
  const cover = (value: string) => {
    const number = numbers.get(value) ?? values.push(value)
    numbers.set(value, number)
    return `${dots} ${number} ${dots}`
  }
  return {
    /** @param visible a text whose own lines were typed, and stay readable */
    cover: (text: string, visible = ''): string => {
      const typed = new Set(splitLines(visible).map(normalizeKey))
      return text
        .split('\n')
        .map((line) => (line === '' || typed.has(line) ? line : cover(line)))
        .join('\n')
    },
    uncover: (text: string): string => text.replace(/^•••• (\d+) ••••$/gm, (line, number) => values[Number(number) - 1] ?? line),
  }
}

const dots = '••••'

/**
 * What Save Variant sends of a text, as the contract's parseKeyLines reads it, and what is wrong with the first bad key.
 * @param stored the keys that are stored, one a line
 */
export function readKeys(text: string, stored = ''): { keys: string[]; problem: string | undefined } {
  const keys: string[] = []
  let problem: string | undefined
  for (const [index, line] of splitLines(text).entries()) {
    const key = normalizeKey(line)
    if (key === '') continue
    keys.push(key)
    const found = problem === undefined ? (checkKeyValue(key) ?? checkCovered(key, stored)) : undefined
    if (found !== undefined) problem = `Line ${formatCount(index + 1)}: ${found}`
  }
  return { keys, problem }
}

/** A covered line that was typed into stands for no key any more. */
function checkCovered(key: string, stored: string): string | undefined {
  if (!key.includes('•') || splitLines(stored).includes(key)) return undefined
  return 'This was a covered key. Strike the whole line, or discard your edits and press Show keys to change it'
}

/** My additions and removals on top of their list: what was sold or added meanwhile stays so. */
export function mergeKeys(base: string, mine: string, theirs: string): string {
  const [before, after] = [new Set(parseKeyLines(base)), new Set(parseKeyLines(mine))]
  const stored = parseKeyLines(theirs)
  const known = new Set(stored)
  const added = [...after].filter((key) => !before.has(key) && !known.has(key))
  return [...stored.filter((key) => after.has(key) || !before.has(key)), ...added].join('\n')
}

/** How many different keys of a text are missing in a list. */
export function countMissing(text: string, list: readonly string[]): number {
  const kept = new Set(list)
  return new Set(parseKeyLines(text)).difference(kept).size
}

/** The first 4 characters, of a short key less, then dots that do not tell its length. */
export const maskKey = (value: string): string => `${value.slice(0, Math.min(4, Math.floor(value.length / 2)))}••••••••`
