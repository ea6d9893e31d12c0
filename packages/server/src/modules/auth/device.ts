import type { Origin } from '../../caller.ts'
import { networkOf } from './throttle.rules.ts'

/** Each is looked for in this order: Edge also calls itself Chrome, and Chrome also Safari. */
const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]

/** An iPad and an Android phone also name the system that theirs descends from. */
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

/** 'Chrome on Windows', as far as the User-Agent tells; empty if it tells nothing. Nothing else of it is kept. */
export function deviceOf(userAgent = ''): string {
  const [browser, system] = [nameOf(browsers, userAgent), nameOf(systems, userAgent)]
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  return browser ?? system ?? ''
}

/** What a session keeps of its origin. */
export const keptOf = (origin: Origin | undefined): { device: string; network: string } =>
  origin === undefined ? { device: '', network: '' } : { device: deviceOf(origin.userAgent), network: networkOf(origin.address) }
