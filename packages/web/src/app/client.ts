import { type Transport, createApi, createListApi } from '../api/call.ts'
import type { Client } from '../api/context.tsx'
import { createDownload } from '../api/download.ts'
import { createUpload } from '../api/upload.ts'
import { type Session, isOwnHost } from '../session/session.ts'

interface Options {
  /** The API's origin. */
  readonly host: string
  readonly session: Session
  readonly transport: Transport
}

/** The one client of the app. A rejected token ends the session. */
export function createClient({ host, session, transport }: Options): Client {
  const connection = {
    host,
    token: () => session.get()?.token ?? null,
    isOwnHost: () => isOwnHost(session.get()),
    viewing: () => session.get()?.viewing?.role ?? null,
    onUnauthorized: (token: string) => {
      // Another tab may have stored a fresh token: a late answer to a call with the old token must not end this session.
      session.check()
      if (token === session.get()?.token) session.end()
    },
    // Taken from the session at once, so that a missing amount is never shown as $0.00. The change also refetches the rights.
    onLeftOut: (permissions: readonly string[]) => {
      const signed = session.get()
      // An owner who views as a role lacks nothing.
      if (signed?.user.permissions === undefined || signed.viewing !== null) return
      const left = signed.user.permissions.filter((permission) => !permissions.includes(permission))
      if (left.length < signed.user.permissions.length) session.update({ ...signed.user, permissions: left })
    },
  }
  return {
    host,
    api: createApi(connection, transport),
    list: createListApi(connection, transport),
    store: (apiKey) => createApi({ host, token: () => `Bearer ${apiKey}`, onUnauthorized: () => undefined }, transport),
    upload: createUpload(connection),
    download: createDownload(connection, transport),
  }
}
