export { announcementsQuery } from './data.ts'
export { AnnouncementsPage } from './page.tsx'
