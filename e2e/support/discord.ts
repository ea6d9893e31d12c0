import { startDiscord, type StandIn } from '@keydesk/stand-in'
import { startKeydesk, type Keydesk } from './server.ts'
import { serve, test } from './test.ts'

interface Options {
  readonly token: string
  readonly channels: readonly { readonly id: string; readonly name: string }[]
  /** What the server holds from the start. */
  readonly fill?: (keydesk: Keydesk) => Promise<void>
}

/** Journeys on a server of the file's own, with a stand-in for the Discord service that the server is told of. */
export const withDiscord = ({ token, channels, fill }: Options) =>
  test.extend<object, { discord: StandIn }>({
    discord: [
      async ({}, use) => {
        const discord = await startDiscord({ token, channels })
        await use(discord)
        await discord.close()
      },
      { scope: 'worker' },
    ],
    keydesk: [async ({ discord }, use) => serve(use, fill, () => startKeydesk({ DISCORD_API_BASE: discord.apiBase })), { scope: 'worker' }],
  })
