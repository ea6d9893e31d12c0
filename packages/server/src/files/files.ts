import type { Readable } from 'node:stream'

/** Where media are stored: a folder, or a bucket. Names are flat and unguessable; a stored file never changes. */
export interface Files {
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Undefined when there is no such file. */
  read(name: string): Promise<StoredFile | undefined>
  readonly isEmpty: () => Promise<boolean>
  /** Removing a missing file is no error. */
  remove(name: string): Promise<void>
}

export interface StoredFile {
  readonly size: number
  /** Read it to its end or destroy it: it may hold a file open. */
  readonly body: Readable
}

/** The media type of a stored file, by its name. */
export const mediaTypeOf = (name: string): string => (name.endsWith('.png') ? 'image/png' : 'image/webp')

/** Names are generated here, never by a visitor. Any other name is a bug, and must not lead out of the folder. */
export function requirePlainName(name: string): string {
  if (!/^[a-z0-9][a-z0-9.-]{0,199}$/.test(name)) throw new Error('Not the name of a stored file')
  return name
}
