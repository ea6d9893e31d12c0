/**
 * Whether an image is complete. The decoder checks most formats itself, but accepts a GIF that stops between two frames and a PNG without
 * its end chunk.
 */
export function reachesItsEnd(bytes: Uint8Array, type: string): boolean {
  if (type === 'image/gif') return gifReachesItsEnd(bytes)
  return type !== 'image/png' && type !== 'image/apng' ? true : pngReachesItsEnd(bytes)
}

/** A PNG has chunks of length, name, content and checksum; the last is named IEND. */
function pngReachesItsEnd(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    if (view.getUint32(at + 4) === 0x49454e44) return true
  }
  return false
}

const trailer = 0x3b
const extension = 0x21
const frame = 0x2c

/** A GIF has blocks of three kinds after a header; extensions and frames contain chains of length-prefixed pieces. */
function gifReachesItsEnd(bytes: Uint8Array): boolean {
  const pieces = (from: number): number => {
    let at = from
    while (at < bytes.length && bytes[at] !== 0) at += bytes[at]! + 1
    return at + 1
  }
  let at = 13 + colours(bytes[10])
  while (at < bytes.length) {
    const kind = bytes[at]
    if (kind === trailer) return true
    if (kind === extension) at = pieces(at + 2)
    else if (kind === frame) at = pieces(at + 11 + colours(bytes[at + 9]))
    else return false
  }
  return false
}

/** Size of the colour table in bytes, from its flags. */
const colours = (flags = 0): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))
