/** The command line, for tests that run it in their own process. */
export { keydesk } from './keydesk.ts'
