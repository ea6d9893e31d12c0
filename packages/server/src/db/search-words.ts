/** Of one name. More than this nobody types. */
const mostWords = 40
const longestWord = 40

/**
 * The words of a name as they are stored and looked for (docs/reference/search.md): in lower case and Unicode's compatible form, without
 * what stands between them.
 */
export function wordsOf(name: string): string[] {
  const words =
    name
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return [...new Set(words.map((word) => word.slice(0, longestWord)))].slice(0, mostWords)
}
