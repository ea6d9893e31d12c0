/** A hue of 0 to 359 that stays the same for the same name. */
export function hueOf(name: string): number {
  let hash = 2_166_136_261
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  // The last rounds of the hash move its low bits little; fold the high ones in.
  return ((hash ^ (hash >>> 15)) >>> 0) % 360
}

/** The first letters of the first two words, or the first two of a single one. */
export function initialsOf(name: string): string {
  const [first = '', second] = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const letters = second === undefined ? [...first].slice(0, 2) : [...first].slice(0, 1).concat([...second].slice(0, 1))
  return letters.join('').toUpperCase()
}
