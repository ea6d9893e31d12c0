import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Secrets at rest: AES-256-GCM, as `version.nonce.tag.text` in base64url, so that a changed or moved value is detected. */

const version = 'v1'

/**
 * @param key 32 bytes
 * @param purpose binds the text to its use: it cannot be opened for another purpose
 */
export function seal(key: Uint8Array, purpose: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [version, nonce.toString('base64url'), cipher.getAuthTag().toString('base64url'), sealed.toString('base64url')].join('.')
}

/** The text, or null if it was not sealed with this key for this purpose. */
export function unseal(key: Uint8Array, purpose: string, sealed: string): string | null {
  const [found, nonce = '', tag = '', text = ''] = sealed.split('.')
  if (found !== version) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), { authTagLength: 16 })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(Buffer.from(tag, 'base64url'))
    return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
