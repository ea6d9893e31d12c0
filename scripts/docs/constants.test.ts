import { expect, test } from 'vitest'
import { apiKeyScopes, limits, referralDefaults, richText, webhookEvents } from '../../packages/contract/src/index.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { limits as throttle } from '../../packages/server/src/modules/auth/throttle.rules.ts'
import { quietMs } from '../../packages/server/src/modules/discord/news.rules.ts'
import { read } from './pages.ts'

const config = readConfig({})
const number = (value: number): string => value.toLocaleString('en-US')
const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`

test.each([
  ['keys', `at most ${limits.keyLength} characters`],
  ['keys', `at most ${number(limits.keysPerSave)} keys and ${megabytes(limits.keysBody)}`],
  ['keys', `Removed keys are kept for ${limits.removedKeyDays} days`],
  ['keys', `newest first: ${limits.newestRemovedKeys} unless`],
  ['keys', `(1 to ${number(limits.quantity)}; ${limits.maxPerOrder} unless set)`],
  ['keys', `\`RESERVATION_MINUTES\` (${config.RESERVATION_MINUTES} unless set)`],
  ['orders', `fewer than ${limits.pendingOrders} pending orders`],
  ['orders', `1 to ${limits.cartLines} lines, with 1 to ${number(limits.quantity)} of a variant`],
  ['orders', `the newest ${limits.newestOrders} unless`],
  ['orders', `more than ${number(limits.countedRows)} orders`],
  ['products', `0 to ${number(limits.maxPrice)} dollars`],
  ['products', `${number(limits.longText)} characters`],
  ['products', `${number(limits.html)} characters`],
  ['products', `| images and videos | ${limits.mediaItems} |`],
  ['products', `At most ${megabytes(limits.imageBytes)} (413) and ${limits.imagePixels / 1e6} megapixels`],
  ['products', `\`${richText.tags.join(' ')}\``],
  ['products', `\`${richText.linkSchemes.join(' ')}\``],
  ['referrals', `| ${referralDefaults.discount} percent |`],
  ['referrals', `| ${referralDefaults.commission} percent |`],
  ['sessions', `${limits.minPasswordLength} to ${limits.maxPasswordLength} characters`],
  ['sessions', `\`TOKEN_TTL_HOURS\` (${config.TOKEN_TTL_HOURS} unless set)`],
  ['sessions', `last ${throttle.windowMs / 60_000} minutes`],
  ['sessions', `| a name from one network | ${throttle.failures} failures |`],
  ['sessions', `| ${throttle.perNetwork} failures |`],
  ['sessions', `${throttle.slowFrom.failures} failures or more from ${throttle.slowFrom.networks} networks or more`],
  ['sessions', `last ${throttle.knownMs / 86_400_000} days`],
  ['sessions', `${config.API_KEY_REQUESTS_PER_MINUTE.toLocaleString('en-US')} requests a minute`],
  ...apiKeyScopes.map((scope) => ['sessions', `| \`${scope}\` |`]),
  ['discord', `at most once in ${quietMs / 3_600_000} hours`],
  ['calls', `more than ${number(limits.countedRows)} rows`],
])('docs/reference/%s.md says: %s', (page, words) => {
  expect(read(`docs/reference/${page}.md`)).toContain(words)
})

test('docs/reference/webhooks.md has each event once, and that of a test', () => {
  const [, events] = /^## Events$(.*?)^## /ms.exec(read('docs/reference/webhooks.md'))!
  const first = [...events!.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell]) => [...cell!.matchAll(/`([^`]+)`/g)])
  expect(first.map(([, event]) => event!).toSorted()).toEqual([...webhookEvents, 'webhook.test'].toSorted())
})

test('the README names the port and the oldest Node that the server runs on', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
  expect(read('README.md')).toContain(`http://${config.HOST}:${config.PORT};`)
  expect(read('README.md')).toContain(`older than ${engines.node.replace('>=', '')},`)
})
