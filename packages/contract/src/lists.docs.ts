import { component } from './describe.ts'
import { pageMeta } from './lists.ts'

export const listComponents = {
  PageMeta: component(pageMeta, 'Where the next page begins, and how many match in all.', {
    next_cursor: 'The `cursor` of the next page; null on the last one.',
    total: 'How many match the filters in all. Left out where counting costs too much.',
  }),
}
