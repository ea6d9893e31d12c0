import { saveDiscordSettings, type Actor, type Deps } from '@keydesk/server'
import { startDiscord, startMailbox, startOpenId } from '@keydesk/stand-in'

/** Stand-ins for the services of others, which run as long as the demo. */

const token = 'a-token-of-the-demo'
const [updates, restock, alerts] = ['410000000000000001', '410000000000000002', '410000000000000003']

/**
 * Starts a chat service, and sets up a stopped bot for it. Called after the shop is filled, so that none of that is posted.
 * @returns where its HTTP interface is, and the page that shows what was posted
 */
export async function startChat(deps: Deps, actor: Actor): Promise<{ apiBase: string; pageUrl: string }> {
  const channels = [
    { id: updates, name: 'updates' },
    { id: restock, name: 'restocks' },
    { id: alerts, name: 'alerts' },
  ]
  const { apiBase, pageUrl } = await startDiscord({ token, channels })
  const product_url = 'https://shop.example/p/{id}'
  const channelIds = { updates_channel_id: updates, restock_channel_id: restock, alerts_channel_id: alerts }
  const settings = { ...channelIds, notifications_enabled: true, bot_token: token, product_url }
  await saveDiscordSettings(deps, actor, settings)
  return { apiBase, pageUrl }
}

/**
 * Starts a mail server. Called after the shop is filled, so that none of that is mailed.
 * @returns the settings of the server, and the page that shows what customers get
 */
export async function startDemoMailbox(): Promise<{ settings: Record<string, string>; pageUrl: string }> {
  const { url, pageUrl } = await startMailbox()
  return { settings: { SMTP_URL: url, MAIL_FROM: 'Demo Shop <shop@demo.example>' }, pageUrl }
}

/**
 * Starts a sign-in provider in the place of Google.
 * @param emails of the members who may be chosen; a stranger may be chosen, too
 * @returns the settings of the server
 */
export async function startDemoProvider(emails: readonly string[]): Promise<Record<string, string>> {
  const people = [...emails.map((email) => ({ email })), { email: 'stranger@example.com' }]
  const { issuer, clientId, clientSecret } = await startOpenId({ people })
  return { OIDC_GOOGLE_ISSUER: issuer, OIDC_GOOGLE_CLIENT_ID: clientId, OIDC_GOOGLE_CLIENT_SECRET: clientSecret }
}
