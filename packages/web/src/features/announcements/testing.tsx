import type { Announcement } from '@keydesk/contract'
import { screen, within } from '@testing-library/react'
import { startBeside } from '../../../test/start-beside.tsx'
import { AnnouncementsPage } from './page.tsx'

/** Starts a server for the page; `open` shows the page. */
export async function start(bot?: Parameters<typeof startBeside>[2]) {
  const started = await startBeside(<AnnouncementsPage />, '/notifications', bot)
  return {
    ...started,
    open: () => started.go('/notifications'),
    add: async (title: string, content = 'Words'): Promise<Announcement> =>
      (await started.call('POST', '/admin/announcements', { title, content }))['data'],
    list: async (): Promise<Announcement[]> => (await started.call('GET', '/admin/announcements'))['data'],
  }
}

export const testMoment = '2030-01-01T00:00:00.000Z'
export const row = async (title: string) => within((await screen.findByText(title, { selector: 'td *' })).closest('tr')!)
