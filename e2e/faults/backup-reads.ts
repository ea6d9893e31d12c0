import { calls } from '@keydesk/contract'
import type { World } from './world.ts'

/** Reads and sign-ins change what these calls return. */
const traced = ['activity.list', 'apiKeys.list', 'sessions.list', 'team.list']

/** The answers of every GET of the contract, for the first thing of each kind. */
export async function everyRead({ admin, store, servers }: World) {
  const answers: Record<string, unknown> = {}
  for (const [noun, group] of Object.entries(calls)) {
    for (const [name, { method, path, access }] of Object.entries(group)) {
      if (method !== 'GET' || traced.includes(`${noun}.${name}`)) continue
      const ids = path.includes(':') ? Array.from({ length: 25 }, (_, index) => index + 1) : [0]
      for (const id of ids) {
        const { status, body } = await (access === 'store' ? store : admin)('GET', path.replace(/:\w+/, String(id)))
        answers[`${noun}.${name} ${id}`] = { status, body }
      }
    }
  }
  const images = await servers.withDeps(({ db }) => db.selectFrom('media_item').select('view_file').where('type', '=', 'image').execute())
  for (const { view_file } of images) {
    const answer = await fetch(`${servers.urlOf(0)}/media/${view_file}`)
    answers[view_file] = [answer.status, Buffer.from(await answer.arrayBuffer()).toString('base64')]
  }
  return answers
}
