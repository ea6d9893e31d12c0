import { component, docs } from '../describe.ts'
import { search, searchInput, searchResult } from './search.ts'

export const searchDocs = docs(search, {
  about: 'One search over everything.',
  calls: {
    find: 'By POST, so that no key and no email is in a URL. Finds only what the role may read.',
  },
  components: {
    SearchResult: component(searchResult, 'Something that was found.', {
      id: 'For a customer: the id of their newest order.',
      title: 'For a key: its masked value.',
      detail: 'A second line, to tell results apart.',
      path: 'Its address in the web app.',
    }),
    SearchInput: component(searchInput, 'What to look for.', { q: 'Any text.' }),
  },
})
