import { saveDiscordSettings, type Actor, type Deps } from '@keydesk/server'
import { startDiscord } from '@keydesk/stand-in'

const token = 'a-token-of-the-demo'
const [updates, restock, alerts] = ['410000000000000001', '410000000000000002', '410000000000000003']

/**
 * Starts a stand-in for the chat service, which runs as long as the demo, and sets up a stopped bot for it. Called after the shop is
 * filled, so that none of that is posted.
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
