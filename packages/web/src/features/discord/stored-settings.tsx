import type { DiscordSettings } from '@keydesk/contract'
import { Fact, Facts } from '../../kit/facts.tsx'

/** The settings for a role that may read them only. */
export const StoredSettings = ({ stored }: { readonly stored: DiscordSettings }) => (
  <Facts>
    <Fact name="Updates Channel ID">{stored.updates_channel_id}</Fact>
    <Fact name="Bot Token">{stored.bot_token_set ? 'Set' : 'Not set'}</Fact>
    <Fact name="Restock Channel ID">{stored.restock_channel_id}</Fact>
    {stored.alerts_channel_id !== undefined && <Fact name="Alerts Channel ID">{stored.alerts_channel_id}</Fact>}
    {stored.product_url !== undefined && <Fact name="Product link">{stored.product_url}</Fact>}
    <Fact name="Notifications">{stored.notifications_enabled ? 'Enabled' : 'Disabled'}</Fact>
  </Facts>
)
