import { randomBytes } from 'node:crypto'
import type { DiscordChannel, NotificationType } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import * as repo from './outbox.repo.ts'

export interface Note {
  readonly type: NotificationType
  readonly channel: DiscordChannel
  readonly channelId: string
  readonly at: Date
}

/**
 * Puts a notification in the outbox; it is sent after the commit.
 * @param due when it is to be sent, ISO 8601 in UTC; at once where it is left out
 */
export async function store(
  tx: Db,
  { type, channel, channelId, at, due = at.toISOString(), message, subjectId }: Note & Content,
): Promise<repo.NotificationRow> {
  return repo.insertNotification(tx, {
    ...{ type, channel, channel_id: channelId, message: JSON.stringify(message), subject_id: subjectId, status: 'pending' as const },
    // The service accepts up to 25 characters.
    ...{ nonce: randomBytes(15).toString('base64url'), attempts: 0, revision: 0 },
    ...{ created_at: at.toISOString(), queued_at: due, send_after: due },
  })
}

interface Content {
  readonly due?: string
  readonly message: object
  readonly subjectId: number | null
}
