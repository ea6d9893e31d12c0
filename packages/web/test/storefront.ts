import { createApiKey, system } from '@keydesk/server'
import type { TestApp } from '@keydesk/server/testing'

/** A storefront of the server: its calls of the store API, answered without their envelope. A refusal fails the test. */
export async function openStorefront(server: TestApp) {
  const { key } = await createApiKey(server.deps, system, 'tests')
  return async (method: 'GET' | 'POST', url: string, body?: object): Promise<never> => {
    const answer = await server.call(method, url, body, { token: `Bearer ${key}` })
    if (answer.status >= 300) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body)}`)
    return answer.body['data']
  }
}
