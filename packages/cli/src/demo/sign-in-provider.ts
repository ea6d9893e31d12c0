import { startOpenId } from '@keydesk/stand-in'

/**
 * Starts a stand-in for Google, which runs as long as the demo.
 * @param emails of the members who may be chosen; a stranger may be chosen, too
 * @returns the settings of the server
 */
export async function startDemoProvider(emails: readonly string[]): Promise<Record<string, string>> {
  const people = [...emails.map((email) => ({ email })), { email: 'stranger@example.com' }]
  const { issuer, clientId, clientSecret } = await startOpenId({ people })
  return { OIDC_GOOGLE_ISSUER: issuer, OIDC_GOOGLE_CLIENT_ID: clientId, OIDC_GOOGLE_CLIENT_SECRET: clientSecret }
}
