const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** A name inside a sentence. A right-to-left name is isolated, so that the words around it keep their places. */
export const inSentence = (name: string): string => (rightToLeft.test(name) ? `\u2068${name}\u2069` : name)

/** '1 key', '2 keys'. `many` only if it is not `one` with an s. */
export const amountOf = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** 'Aurora - Month', to be read. Files, the store API and search join the names as they are stored. */
export const variantName = (product: string, variant: string): string => `${inSentence(product)} - ${inSentence(variant)}`
