import { parseVideoAddress, videoPage } from '@keydesk/contract'

interface VideoLink {
  /** Null where the video leads nowhere. */
  readonly href: string | null
  /** What the tile calls it. */
  readonly id: string
}

/** A video's page and id. Our server stores `ID` or `ID/HASH`; a foreign host may send an address, of any service. */
export function videoLink(stored: string): VideoLink {
  const video = parseVideoAddress(stored) ?? stored.trim()
  if (/^\d+(?:\/[\w-]+)?$/.test(video)) return { href: videoPage(video), id: video.split('/')[0]! }
  const address = URL.parse(/^[\w.-]+\.[a-z]+\//i.test(video) ? `https://${video}` : video)
  if (address === null || !['http:', 'https:'].includes(address.protocol)) return { href: null, id: video }
  return { href: address.href, id: /\/(\d+)(?:\/|$)/.exec(address.pathname)?.[1] ?? address.host + address.pathname }
}
