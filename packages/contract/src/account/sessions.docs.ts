import { component, docs } from '../describe.ts'
import { session, sessions } from './sessions.ts'

export const sessionsDocs = docs(sessions, {
  about: 'Where the caller is signed in.',
  components: {
    Session: component(session, 'Where somebody is signed in.', {
      device: 'Such as `Chrome on Windows`; empty if it is not known.',
      network: 'An IPv4 address or an IPv6 /64; empty if it is not known.',
      last_seen_at: 'To five minutes.',
      current: 'True for the session of this call.',
    }),
    EndedSessions: component(sessions.endOthers.response.shape.data, 'How many sessions ended.', { ended: 'The number of sessions.' }),
  },
})
