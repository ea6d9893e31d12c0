import * as z from 'zod/mini'
import { endpoint, wrapped } from '../endpoint.ts'
import { flag, text } from '../tolerant.ts'

/** What a new shop needs, in the order in which it is done (docs/reference/setup.md). */
export const setupSteps = ['product', 'api_key', 'sale', 'discord', 'mail', 'team'] as const
export type SetupStep = (typeof setupSteps)[number]

export const setupState = z.object({ step: text, is_done: flag })

export const setup = {
  list: endpoint({
    method: 'GET',
    path: '/admin/setup',
    access: 'team:manage',
    summary: 'What a new shop still needs, and what is done',
    beyondSpec: true,
    response: wrapped(z.array(setupState)),
  }),
}
