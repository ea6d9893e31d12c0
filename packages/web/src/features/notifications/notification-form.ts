import { announcementInput, type Announcement, type AnnouncementInput } from '@keydesk/contract'
import { checkWith } from '../../kit/check-with.ts'

/** What the dialog's fields hold, as typed. */
export interface NotificationForm {
  title: string
  content: string
}

export const notificationLabels: Record<keyof NotificationForm, string> = { title: 'Title', content: 'Content' }

export const emptyNotification: NotificationForm = { title: '', content: '' }

export const notificationToForm = ({ title, content }: Announcement): NotificationForm => ({ title, content })

export const formToInput = ({ title, content }: NotificationForm): AnnouncementInput => ({ title: title.trim(), content: content.trim() })

export const checkNotification = checkWith(announcementInput)
