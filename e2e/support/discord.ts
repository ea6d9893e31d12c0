import { startDiscord, type StandIn } from '@keydesk/stand-in'
import { startKeydesk, type Keydesk } from './server.ts'
import { onOwnServer } from './test.ts'

interface Options {
  readonly token: string
  readonly channels: readonly { readonly id: string; readonly name: string }[]
  /** Fills the server at the start. */
  readonly fill?: (keydesk: Keydesk) => Promise<void>
}

/** Journeys on a server that no other file uses, with a stand-in for the Discord service. */
export function withDiscord({ token, channels, fill }: Options) {
  let discord: Promise<StandIn> | undefined
  const standIn = () => (discord ??= startDiscord({ token, channels }))
  const own = onOwnServer(fill, async () => startKeydesk({ DISCORD_API_BASE: (await standIn()).apiBase }))
  own.afterAll(async () => {
    const ended = discord
    discord = undefined
    await (await ended)?.close()
  })
  return own.extend<{ discord: StandIn }>({ discord: async ({}, use) => use(await standIn()) })
}
