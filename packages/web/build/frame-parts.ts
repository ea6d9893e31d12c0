/** What stands around every screen, and the small parts that nearly every screen is made of: one file, since each costs a request. */
const parts = {
  app: 'frame sidebar sidebar-state breadcrumb user-menu theme',
  api: 'keys',
  'features/discord': 'bot-status-data',
  kit: [
    'icon-button tooltip far-trigger later use-prefetch when-idle keyboard dropdown-menu-trigger use-title',
    'page page-header loaded skeleton badge card money date-text format',
  ].join(' '),
}
const icons = [
  'panel-left chevrons-up-down chevron-right arrow-up plus',
  'layout-dashboard package shopping-cart bell ticket-percent gift message-square',
].join(' ')

const oneOf = (names: string): string => `(?:${names.split(' ').join('|')})`

/** Tells the files of those parts by their paths. */
export const frameParts = new RegExp(
  [
    ...Object.entries(parts).map(([folder, names]) => `/src/${folder}/${oneOf(names)}\\.tsx?$`),
    `/lucide-react/dist/esm/(?:Icon|icons/${oneOf(icons)})\\.`,
  ].join('|'),
)
