import type { BotStatus, DiscordSettings } from '@keydesk/contract'
import { expect, test } from 'vitest'
import { outlookOf } from './data.ts'

test('whether a post would be sent now', () => {
  const settings = { notifications_enabled: true, updates_channel_id: '111' } as DiscordSettings
  const text = (change: Partial<DiscordSettings>, isRunning = true) =>
    outlookOf({ ...settings, ...change }, { is_running: isRunning } as BotStatus)
  expect(text({})).toEqual({ text: 'Posts to the updates channel 111.', state: 'posts' })
  expect(text({}, false)).toEqual({ text: 'Posts to the updates channel 111. It waits until the bot runs.', state: 'waits' })
  expect(text({ notifications_enabled: false })).toMatchObject({ state: 'blocked', text: expect.stringContaining('notifications are off') })
  expect(text({ updates_channel_id: '' })).toMatchObject({ state: 'blocked', text: expect.stringContaining('no updates channel is set') })
  expect(outlookOf(undefined, undefined)).toBeNull()
})
