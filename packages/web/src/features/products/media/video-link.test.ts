import { expect, test } from 'vitest'
import { videoLink } from './panel.tsx'

test.each([
  ['76979871', 'https://vimeo.com/76979871', '76979871'],
  ['76979871/abcdef0123', 'https://vimeo.com/76979871/abcdef0123', '76979871'],
  ['https://vimeo.com/76979871/abcdef0123', 'https://vimeo.com/76979871/abcdef0123', '76979871'],
  ['https://player.vimeo.com/video/76979871?h=abcdef0123', 'https://vimeo.com/76979871/abcdef0123', '76979871'],
  ['vimeo.com/76979871', 'https://vimeo.com/76979871', '76979871'],
  // Too short for a hash of the service, so the address stays as it is.
  ['https://vimeo.com/123/abc', 'https://vimeo.com/123/abc', '123'],
  ['http://vimeo.com/123/abc', 'http://vimeo.com/123/abc', '123'],
  ['vimeo.com/123/abc', 'https://vimeo.com/123/abc', '123'],
  ['https://videos.example/watch/intro', 'https://videos.example/watch/intro', 'videos.example/watch/intro'],
  ['javascript:alert(1)', null, 'javascript:alert(1)'],
  ['intro', null, 'intro'],
  ['', null, ''],
])('%s links to %s and is named %s', (stored, href, id) => expect(videoLink(stored)).toEqual({ href, id }))
