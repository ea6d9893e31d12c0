import { createMemoryHistory } from '@tanstack/react-router'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import type { Transport } from '../src/api/call.ts'
import { createClient } from '../src/app/client.ts'
import { createQueries } from '../src/app/queries.ts'
import { createAppRouter } from '../src/app/router.tsx'
import { createSession, storedAs } from '../src/session/session.ts'
import { makeToken } from './make-token.ts'
import { createPageRouter } from './page-router.tsx'
import { show } from './show.tsx'

interface Options {
  /** The browser's address; the page is at its path. */
  readonly url: string
  /** The answers of the foreign host by `GET /path`; a Response is returned as it is. Any other call is a 404. */
  readonly answers: Readonly<Record<string, unknown>>
}

/** Renders one page, or with null the whole app, against a foreign host. */
export async function renderForeign(page: ReactNode, { url, answers }: Options) {
  const host = 'https://shop.example'
  localStorage.setItem(storedAs.token, makeToken({}))
  localStorage.setItem(storedAs.user, JSON.stringify({ username: 'ann', email: 'ann@shop.example' }))
  const requests: string[] = []
  const sent: { readonly call: string; readonly body: unknown }[] = []
  const transport: Transport = async (address, { method, body }) => {
    const call = `${method} ${address.slice(host.length)}`
    requests.push(call)
    if (typeof body === 'string') sent.push({ call, body: JSON.parse(body) as unknown })
    const answer = answers[call.replace(/\?.*/, '')]
    if (answer instanceof Response) return answer.clone()
    return answer === undefined ? new Response('Cannot GET', { status: 404 }) : Response.json(answer)
  }
  const session = createSession(localStorage)
  const [client, queries] = [createClient({ host, transport, session }), createQueries()]
  const history = createMemoryHistory({ initialEntries: [url] })
  const router =
    page === null
      ? createAppRouter({ session, queries, client, history })
      : createPageRouter(page, { path: url.replace(/\?.*/, ''), history })
  show(router, { client, session, queries })
  /** The bodies sent with a call, oldest first. */
  const bodies = (call: string) => sent.filter((each) => each.call === call).map((each) => each.body)
  return { user: userEvent.setup(), router, requests, bodies }
}
