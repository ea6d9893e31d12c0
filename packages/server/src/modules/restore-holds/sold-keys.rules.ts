import { hash } from 'node:crypto'
import { invalid } from '../../errors.ts'

/**
 * The file of sold keys (docs/reference/backups.md, Keys): a line that names the shop and the moment, then a line for each key. It holds
 * hashes, so that it is no list of keys.
 */

export interface SoldKeysHead {
  /** From `findShopMark`. */
  readonly shop: string
  /** ISO 8601 in UTC. */
  readonly since: string
}

export const writeHead = ({ shop, since }: SoldKeysHead): string => `keydesk-sold-keys ${shop} ${since}`

export const hashOfKey = (value: string): string => hash('sha256', value)

export const writeSoldKey = (value: string, orderId: number | null): string => hashOfKey(value) + (orderId === null ? '' : ` ${orderId}`)

/**
 * Returns the orders by the hash of their keys.
 * @param backedUpAt the moment of the backup that was restored, ISO 8601 in UTC; null if no restore was recorded
 * @throws 400 for a file of another kind or shop, or one that begins after the backup: keys sold in between would be sold again; also if no
 *   restore was recorded
 */
export function readSoldKeys(lines: readonly string[], shop: string, backedUpAt: string | null): ReadonlyMap<string, number | null> {
  const [head = '', ...rest] = lines.map((line) => line.trim()).filter((line) => line !== '')
  const [, of, since = ''] = /^keydesk-sold-keys ([0-9a-f]{64}) (\S+)$/.exec(head) ?? []
  if (of === undefined) throw invalid('This is not a file of sold keys: `doctor --since` writes one')
  if (of !== shop) throw invalid('This file of sold keys is of another shop')
  if (backedUpAt === null) throw invalid('Activity has no restore that came to its end. If one was cut off, restore again with --force.')
  if (since > backedUpAt) throw invalid(`This file has only keys sold since ${since}. Write one with: doctor --since ${backedUpAt}`)
  const sold = new Map<string, number | null>()
  for (const [index, line] of rest.entries()) {
    const [, hashed, order] = /^([0-9a-f]{64})(?: (\d{1,15}))?$/.exec(line) ?? []
    if (hashed === undefined) throw invalid(`Line ${index + 2} of the file of sold keys cannot be read`)
    sold.set(hashed, order === undefined ? null : Number(order))
  }
  return sold
}
