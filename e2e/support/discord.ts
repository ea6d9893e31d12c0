import { startDiscord, type StandIn } from '@keydesk/stand-in'
import { startKeydesk, type Keydesk } from './server.ts'
import { onOwnServer } from './test.ts'

interface Options {
  readonly token: string
  readonly channels: readonly { readonly id: string; readonly name: string }[]
  /** Fills the server at the start. */
  readonly fill?: (keydesk: Keydesk) => Promise<void>
}

/** Journeys on a server that no other file uses, with a stand-in for the Discord service, which lives exactly as long as the server. */
export function withDiscord({ token, channels, fill }: Options) {
  const standIns = new WeakMap<Keydesk, StandIn>()
  const start = async () => {
    const standIn = await startDiscord({ token, channels })
    const server = await startKeydesk({ DISCORD_API_BASE: standIn.apiBase })
    const stop = async () => {
      await server.stop()
      await standIn.close()
    }
    const keydesk = { ...server, stop }
    standIns.set(keydesk, standIn)
    return keydesk
  }
  return onOwnServer(fill, start).extend<{ discord: StandIn }>({ discord: async ({ keydesk }, use) => use(standIns.get(keydesk)!) })
}
