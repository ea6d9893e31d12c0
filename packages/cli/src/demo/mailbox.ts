import { startMailbox } from '@keydesk/stand-in'

/**
 * Starts a stand-in for a mail server, which runs as long as the demo. Called after the shop is filled, so that none of that is mailed.
 * @returns the settings of the server, and the page that shows what customers get
 */
export async function startDemoMailbox(): Promise<{ settings: Record<string, string>; pageUrl: string }> {
  const { url, pageUrl } = await startMailbox()
  return { settings: { SMTP_URL: url, MAIL_FROM: 'Demo Shop <shop@demo.example>' }, pageUrl }
}
