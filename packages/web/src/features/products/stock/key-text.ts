import { checkKeyValue, maskDots, normalizeKey, parseKeyLines } from '@keydesk/contract'
import { formatCount, plural } from '../../../kit/text/format.ts'

/** The most lines for a textarea: 100,000 lines in one freeze the page for seconds. */
export const plainLimit = 2_000

/** Whether a text has too many lines for a textarea. Stops counting at the limit. */
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
  /** Repetitions of an earlier line; the key is stored once. */
  readonly duplicates: number
  /** Readable lines in quotation marks. */
  readonly quoted: number
  /** Other readable lines that a delimiter separates into several parts. */
  readonly joined: number
}

/** A line that is one quoted cell, as in key-reader.ts. */
const quotedLine = /^\s*"((?:[^"]|"")*)"\s*$/

const partsOf = (line: string): string[] =>
  line
    .split(/[,;|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const changeLines = (text: string, change: (line: string) => string): string => splitLines(text).map(change).join('\n')

/** Takes the marks off lines in quotation marks, and doubled marks inside become single, as an import does. */
export const removeMarks = (text: string): string => changeLines(text, (line) => quotedLine.exec(line)?.[1]?.replaceAll('""', '"') ?? line)

/** Puts each part of a line with delimiters on a line of its own. */
export const splitAtDelimiters = (text: string): string =>
  changeLines(text, (line) => (quotedLine.test(line) || partsOf(line).length < 2 ? line : partsOf(line).join('\n')))

/** Counting all at once blocks the page: docs/decisions/0006-large-key-lists-in-the-browser.md. */
const sliceLines = 10_000

/**
 * Counts in slices, so that the caller can yield to the page between them.
 * @param uncover the key of a covered line
 */
export function* countInSlices(text: string, uncover = (line: string) => line): Generator<undefined, KeyCount> {
  const different = new Set<string>()
  let [keys, quoted, joined] = [0, 0, 0]
  for (const [index, line] of splitLines(text).entries()) {
    if (index > 0 && index % sliceLines === 0) yield
    const key = normalizeKey(uncover(line))
    if (key === '') continue
    keys += 1
    different.add(key)
    if (quotedLine.test(line)) quoted += 1
    else if (partsOf(line).length > 1) joined += 1
  }
  return { keys, duplicates: keys - different.size, quoted, joined }
}

export function countKeys(text: string, uncover?: (line: string) => string): KeyCount {
  const slices = countInSlices(text, uncover)
  for (;;) {
    const { done, value } = slices.next()
    if (done === true) return value
  }
}

const linesHave = (count: number) => `${plural(count, 'line')} ${count === 1 ? 'has' : 'have'}`

export const quotedHint = (quoted: number): string => `${linesHave(quoted)} quotation marks, which count as part of the key.`

export const joinedHint = (joined: number): string =>
  `${linesHave(joined)} a comma, semicolon or bar${joined === 1 ? ' and' : '; each'} counts as one key.`

/** '12 keys, 2 duplicates' */
export const describeKeys = ({ keys, duplicates }: Pick<KeyCount, 'keys' | 'duplicates'>): string =>
  duplicates === 0 ? plural(keys, 'key') : `${plural(keys, 'key')}, ${plural(duplicates, 'duplicate')}`

/**
 * Covers keys: `•••• 12 ••••` is the twelfth key. Typed lines stay readable, and deleting a covered line deletes its key. A number always
 * means the same key, so that undoing an edit brings the right key back.
 */
export function createCover() {
  const values: string[] = []
  const numbers = new Map<string, number>()
  const cover = (value: string) => {
    const number = numbers.get(value) ?? values.push(value)
    numbers.set(value, number)
    return `${maskDots} ${number} ${maskDots}`
  }
  return {
    /** @param visible a text whose typed lines stay readable */
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

/**
 * The keys of a text as Save Variant sends them (like the contract's parseKeyLines), and the problem of the first bad key.
 * @param stored the keys that are stored, one a line
 */
export function readKeys(text: string, stored = ''): { keys: string[]; problem: string | undefined } {
  const keys: string[] = []
  let problem: string | undefined
  for (const [index, line] of splitLines(text).entries()) {
    const key = normalizeKey(line)
    if (key === '') continue
    keys.push(key)
    const found = problem === undefined ? (checkCovered(key, stored) ?? checkKeyValue(key)) : undefined
    if (found !== undefined) problem = `Line ${formatCount(index + 1)}: ${found}`
  }
  return { keys, problem }
}

/** The problem of a covered line that was edited: it is no key any more. */
function checkCovered(key: string, stored: string): string | undefined {
  if (!key.includes('•') || splitLines(stored).includes(key)) return undefined
  return 'This was a covered key. Strike the whole line, or discard your edits and press Show keys to change it'
}

/** Applies my additions and removals to their list: keys that were sold or added meanwhile stay so. */
export function mergeKeys(base: string, mine: string, theirs: string): string {
  const [before, after] = [new Set(parseKeyLines(base)), new Set(parseKeyLines(mine))]
  const stored = parseKeyLines(theirs)
  const known = new Set(stored)
  const added = [...after].filter((key) => !before.has(key) && !known.has(key))
  return [...stored.filter((key) => after.has(key) || !before.has(key)), ...added].join('\n')
}

/** The number of distinct keys of a text that a list does not contain. */
export function countMissing(text: string, list: readonly string[]): number {
  const kept = new Set(list)
  return new Set(parseKeyLines(text)).difference(kept).size
}
