import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { renderChoice, type OpenIdPerson } from './openid-page.ts'

export type { OpenIdPerson } from './openid-page.ts'

export interface OpenIdOptions {
  readonly people: readonly OpenIdPerson[]
  readonly clientId?: string
  readonly clientSecret?: string
  /** The host in its addresses. Another name of this machine makes it another site for a browser. */
  readonly host?: '127.0.0.1' | 'localhost'
}

type Claims = Readonly<Record<string, unknown>>
/** Changes the claims of the ID tokens, to tell lies in them. */
export type ClaimChange = (claims: Claims) => Claims

export interface OpenId {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Chooses a person on the page that an authorization address shows. Returns the address that the browser is sent to. */
  readonly choose: (authorizationUrl: string, email: string) => Promise<string>
  /** The claims of ID tokens from now on; null for true ones. */
  lie: (change: ClaimChange | null) => void
  /** From now on ID tokens are signed with another key than the provider publishes. */
  forge: () => void
  /** From now on no request is answered. */
  hang: () => void
  close: () => Promise<void>
}

interface Grant {
  readonly person: OpenIdPerson
  readonly redirectUri: string
  readonly nonce: string | null
  readonly challenge: string | null
}

/** An OpenID provider in miniature on loopback: discovery, a page to choose a person on, tokens by a code with PKCE, and its keys. */
export async function startOpenId({
  people,
  clientId = 'keydesk-client',
  clientSecret = 'keydesk-client-secret',
  host = '127.0.0.1',
}: OpenIdOptions): Promise<OpenId> {
  const { publicKey, privateKey } = makeKeys()
  let signingKey = privateKey
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'stand-in', use: 'sig', alg: 'RS256' }
  /** By code; each works once. */
  const grants = new Map<string, Grant>()
  let change: ClaimChange = (claims) => claims
  let isHanging = false

  const server = createServer((request, response) => {
    if (isHanging) return
    handle(request, response).catch(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://${host}:${(server.address() as AddressInfo).port}`

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer)
    const answer = (status: number, body: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /.well-known/openid-configuration':
        return answer(200, {
          ...{ issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` },
          ...{ response_types_supported: ['code'], subject_types_supported: ['public'], id_token_signing_alg_values_supported: ['RS256'] },
          ...{ response_modes_supported: ['query', 'form_post'], code_challenge_methods_supported: ['S256'] },
        })
      case 'GET /jwks':
        return answer(200, { keys: [jwk] })
      case 'GET /authorize':
        return authorize(url.searchParams, response)
      case 'POST /token':
        return exchange(new URLSearchParams(await text(request)), answer)
      default:
        return answer(404, { error: 'not_found' })
    }
  }

  /** Shows the page, or sends the browser back once somebody was chosen on it. */
  function authorize(asked: URLSearchParams, response: ServerResponse): void {
    const redirectUri = asked.get('redirect_uri') ?? ''
    const chosen = asked.get('choose')
    const isSound = asked.get('client_id') === clientId && asked.get('response_type') === 'code' && URL.canParse(redirectUri)
    if (!isSound) return void response.writeHead(400).end('The request of the client is not sound')
    const answers = (fields: Record<string, string>) => ({ ...fields, state: asked.get('state') ?? '' })
    const isPosted = asked.get('response_mode') === 'form_post'
    if (chosen === null || isPosted) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      return void response.end(
        renderChoice(people, (person) => {
          if (!isPosted)
            return { method: 'get', action: '/authorize', fields: { ...Object.fromEntries(asked), choose: person?.email ?? '' } }
          return { method: 'post', action: redirectUri, fields: answers(person === null ? denied : { code: grant(person, asked) }) }
        }),
      )
    }
    const person = people.find(({ email }) => email === chosen)
    const back = new URL(redirectUri)
    for (const [name, value] of Object.entries(answers(person === undefined ? denied : { code: grant(person, asked) })))
      back.searchParams.set(name, value)
    response.writeHead(302, { location: back.href }).end()
  }

  function grant(person: OpenIdPerson, asked: URLSearchParams): string {
    const code = randomBytes(16).toString('hex')
    grants.set(code, {
      ...{ person, redirectUri: asked.get('redirect_uri') ?? '', nonce: asked.get('nonce'), challenge: asked.get('code_challenge') },
    })
    return code
  }

  function exchange(asked: URLSearchParams, answer: (status: number, body: object) => void): void {
    if (asked.get('client_id') !== clientId || asked.get('client_secret') !== clientSecret) return answer(401, { error: 'invalid_client' })
    const code = asked.get('code') ?? ''
    const found = grants.get(code)
    grants.delete(code)
    const challenge = createHash('sha256')
      .update(asked.get('code_verifier') ?? '')
      .digest('base64url')
    if (found === undefined || found.challenge !== challenge || found.redirectUri !== asked.get('redirect_uri'))
      return answer(400, { error: 'invalid_grant' })
    const at = Math.floor(Date.now() / 1_000)
    const { email, isVerified = true } = found.person
    const claims = change({
      ...{ iss: issuer, aud: clientId, sub: `person ${email}`, iat: at, exp: at + 300, nonce: found.nonce },
      ...{ email, email_verified: isVerified },
    })
    answer(200, { access_token: randomBytes(16).toString('hex'), token_type: 'Bearer', expires_in: 300, id_token: signed(claims) })
  }

  function signed(claims: Claims): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const content = `${part({ alg: 'RS256', typ: 'JWT', kid: jwk.kid })}.${part(claims)}`
    return `${content}.${sign('sha256', Buffer.from(content), signingKey).toString('base64url')}`
  }

  return {
    ...{ issuer, clientId, clientSecret },
    choose: async (authorizationUrl, email) => {
      const url = new URL(authorizationUrl)
      url.searchParams.set('choose', email)
      const response = await fetch(url, { redirect: 'manual' })
      return response.headers.get('location') ?? ''
    },
    lie: (next) => {
      change = next ?? ((claims) => claims)
    },
    forge: () => {
      signingKey = makeKeys().privateKey
    },
    hang: () => {
      isHanging = true
    },
    close: async () => {
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const makeKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

const denied = { error: 'access_denied' }
