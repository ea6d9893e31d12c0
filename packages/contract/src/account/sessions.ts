import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { count, flag, id, moment, rowsOf, text } from '../tolerant.ts'

/** Where the caller is signed in (docs/reference/sessions.md, Sessions). Always the caller's own. */

export const session = z.object({
  id,
  /** 'Chrome on Windows'; empty if it is not known. */
  device: text,
  /** An IPv4 address or an IPv6 /64; empty if it is not known. */
  network: text,
  created_at: moment,
  /** Accurate to five minutes. */
  last_seen_at: moment,
  /** The session of this call. */
  current: flag,
})
export type SessionRow = z.infer<typeof session>

const path = '/auth/sessions'
export const sessions = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'staff',
    ownAccount: true,
    summary: 'The live sessions of the caller, the one last seen first',
    beyondSpec: true,
    response: wrapped(rowsOf(session)),
  }),
  end: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    access: 'staff',
    ownAccount: true,
    summary: 'End one session of the caller',
    beyondSpec: true,
    response: wrapped(z.null()),
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path,
    access: 'staff',
    ownAccount: true,
    summary: 'End all sessions of the caller but this one',
    beyondSpec: true,
    response: wrapped(z.object({ ended: count })),
  }),
}
