/** One text in the ways in which a browser may read it back. */

export const base64 = (text: string): string => Buffer.from(text).toString('base64')
export const entities = (text: string): string => [...text].map((sign) => `&#${sign.charCodeAt(0)};`).join('')
export const hexEntities = (text: string): string => [...text].map((sign) => `&#x${sign.charCodeAt(0).toString(16)};`).join('')
export const percent = (text: string): string => [...text].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join('')
export const unicodeEscapes = (text: string): string => [...text].map((sign) => String.raw`\u00${sign.charCodeAt(0).toString(16)}`).join('')
