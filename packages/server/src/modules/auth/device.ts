import type { Origin } from '../../caller.ts'
import { networkOf } from '../../network.ts'

/** The order matters: Edge also names Chrome, and Chrome also names Safari. */
const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]

/** The order matters: iPads also name macOS, and Android also names Linux. */
const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

const nameOf = (known: typeof browsers, text: string): string | undefined => known.find(([, mark]) => mark.test(text))?.[0]

/** Such as 'Chrome on Windows'; empty for an unknown User-Agent. The rest of the User-Agent is not stored. */
export function deviceOf(userAgent = ''): string {
  const [browser, system] = [nameOf(browsers, userAgent), nameOf(systems, userAgent)]
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  return browser ?? system ?? ''
}

/** The parts of its origin that a session stores. */
export const storedOriginOf = (origin: Origin | undefined): { device: string; network: string } =>
  origin === undefined ? { device: '', network: '' } : { device: deviceOf(origin.userAgent), network: networkOf(origin.address) }
