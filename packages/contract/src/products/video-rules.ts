/** The sentence of the form and of the server. */
export const videoFailure = "Failed to add video. Please ensure you're using a valid Vimeo URL."

/** Embed codes are the longest inputs; they have fewer than 1,000 characters. */
const longestAddress = 2_000

const hosts = ['vimeo.com', 'www.vimeo.com', 'm.vimeo.com', 'player.vimeo.com']

const id = String.raw`([1-9]\d{0,14})`
const hash = String.raw`([0-9a-f]{6,20})`
/** Paths that may come before the id. */
const places = [
  'videos?', // also of the player
  'manage/videos',
  'channels/[^/]+',
  'groups/[^/]+/videos',
  '(?:album|showcase)/[^/]+/video',
  'ondemand/[^/]+',
  String.raw`user\d+`,
]
const page = new RegExp(`^/(?:(?:${places.join('|')})/)?${id}(?:/${hash})?$`, 'i')
/** What follows the id in the address of a review page is a token of that page, not the video's privacy hash. */
const review = new RegExp(String.raw`^/[\w-]+/review/${id}(?:/[0-9a-f]+)?$`, 'i')
const showcase = /^\/(?:album|showcase)\/[^/]+$/i

/**
 * The video behind an address at the hosting service, as `ID` or `ID/HASH` (docs/reference/products.md, Media), or null.
 * Takes page, channel, group, showcase and player addresses, with the privacy hash in the path or as `h`,
 * with or without `https://`, and the service's embed code.
 */
export function parseVideoAddress(typed: string): string | null {
  if (typed.length > longestAddress) return null
  const url = readAddress(sourceOfEmbedCode(typed) ?? typed.trim())
  if (url === null) return null
  const path = url.pathname.replace(/\/+$/, '')
  const [, video, pathHash] =
    page.exec(path) ?? review.exec(path) ?? (showcase.test(path) ? wholly(id, url.searchParams.get('video')) : null) ?? []
  if (video === undefined) return null
  const privacy = pathHash ?? wholly(hash, url.searchParams.get('h'))?.[1]
  return privacy === undefined ? video : `${video}/${privacy.toLowerCase()}`
}

/** The same video has the same id, with or without its privacy hash. */
export const videoId = (video: string): string | undefined => video.split('/')[0]

/** A video's page at the hosting service. `video` is `ID` or `ID/HASH`. */
export const videoPage = (video: string): string => `https://vimeo.com/${video}`

/** An address of the hosting service, or null. An address with a user name or password is refused: it is only used to mislead. */
function readAddress(address: string): URL | null {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address.replace(/^\/\//, '')}`)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null
  return hosts.includes(url.hostname) && url.username === '' && url.password === '' ? url : null
}

function sourceOfEmbedCode(typed: string): string | undefined {
  const source = /<iframe\s(?:[^>]*?\s)?src\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(typed)
  return (source?.[1] ?? source?.[2])?.trim().replace(/&amp;/gi, '&')
}

const wholly = (pattern: string, text: string | null): RegExpExecArray | null => new RegExp(`^${pattern}$`, 'i').exec(text ?? '')
