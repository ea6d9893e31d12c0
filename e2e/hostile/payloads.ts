import { addresses } from './addresses.ts'
import { handlers, places, scripts, styles } from './elements.ts'
import { foreignElements, mutations, unended } from './parsing.ts'

/**
 * Texts that try to run a script in the browser of whoever looks at them, by technique. Each calls `own()`, which the
 * journey plants in every page; `numbered` tells them apart where they can hold a number.
 */

const numbered = (payloads: readonly string[], from: number): string[] =>
  payloads.map((payload, index) => payload.replaceAll('own()', `own(${from + index})`))

const ended = [...scripts, ...handlers, ...addresses, ...places, ...styles, ...foreignElements, ...mutations]

/** Markup that ends by itself, so that one text may hold many of them. */
export const endedPayloads: readonly string[] = numbered(ended, 1)

export const payloads: readonly string[] = [...endedPayloads, ...numbered(unended, 1 + ended.length)]

/** The addresses again where HTML takes addresses. */
export const addressPayloads: readonly string[] = addresses.flatMap((address) => {
  const quoted = address.replaceAll('"', '&quot;')
  return [`<a href="${quoted}">x</a>`, `<img src="${quoted}" alt="x">`]
})

/** The fewest texts that hold every payload that fits into the field. */
export function packed(max: number): string[] {
  const texts: string[] = []
  for (const payload of payloads.map((text) => text.trim()).filter((text) => text.length <= max)) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + 1 + payload.length <= max) texts[texts.length - 1] = `${last} ${payload}`
    else texts.push(payload)
  }
  return texts
}
