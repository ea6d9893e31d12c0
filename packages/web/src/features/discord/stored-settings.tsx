import type { DiscordSettings } from '@keydesk/contract'

/** The settings for a role that may read them only. */
export const StoredSettings = ({ stored }: { readonly stored: DiscordSettings }) => (
  <dl className="space-y-3">
    {facts(stored).map(([name, value]) => (
      <div key={name}>
        <dt className="text-muted">{name}</dt>
        <dd className="break-all">{value || '–'}</dd>
      </div>
    ))}
  </dl>
)

const facts = (stored: DiscordSettings): [string, string | undefined][] => [
  ['Updates Channel ID', stored.updates_channel_id],
  ['Bot Token', stored.bot_token_set ? 'Token is set' : ''],
  ['Restock Channel ID', stored.restock_channel_id],
  ['Alerts Channel ID', stored.alerts_channel_id],
  ['Product link', stored.product_url],
  ['Notifications', stored.notifications_enabled ? 'Enabled' : 'Disabled'],
]
