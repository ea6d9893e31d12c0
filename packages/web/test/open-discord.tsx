import { RecordingBot } from '@keydesk/server/testing'
import { screen, within } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'
import { startBeside } from './start-beside.tsx'
import { DiscordPage } from '../src/features/discord/page.tsx'

export const updates = '111111111111111111'
export const restock = '222222222222222222'
/** The default settings of the tests. */
export const storedSettings = {
  updates_channel_id: updates,
  restock_channel_id: restock,
  notifications_enabled: true,
  bot_token: 'a-bot-token',
}

/** Starts a server with these settings and its own bot; `show` renders the page. */
export async function open({ settings = storedSettings, isRunning = false }: { settings?: object | null; isRunning?: boolean } = {}) {
  const bot = new RecordingBot()
  const page = await startBeside(<DiscordPage />, '/discord', bot)
  if (settings !== null) await page.call('PUT', '/admin/discord/settings', settings)
  if (isRunning) await page.call('POST', '/admin/discord/bot/start')
  return { ...page, bot, show: () => page.go('/discord') }
}

/** Lets `vi.advanceTimersByTimeAsync` advance the time too. */
export function useTimersByHand(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
}

export const card = async (title: string) => within(await screen.findByRole('region', { name: title }))
export const button = (name: string) => screen.findByRole('button', { name })
