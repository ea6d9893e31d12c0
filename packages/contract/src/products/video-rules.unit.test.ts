import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseVideoAddress, videoPage } from './video-rules.ts'

const plain = [
  'https://vimeo.com/76979871',
  'http://vimeo.com/76979871',
  'HTTPS://VIMEO.COM/76979871',
  'https://www.vimeo.com/76979871',
  'https://m.vimeo.com/76979871',
  'vimeo.com/76979871',
  'www.vimeo.com/76979871',
  '//vimeo.com/76979871',
  '  https://vimeo.com/76979871  \n',
  'https://vimeo.com/76979871/',
  'https://vimeo.com:443/76979871',
  'https://vimeo.com/76979871?share=copy&fl=sv',
  'https://vimeo.com/76979871#t=1m2s',
  'https://vimeo.com/76979871?h=',
  'https://vimeo.com/76979871?h=not-a-hash',
  'https://vimeo.com/video/76979871',
  'https://vimeo.com/videos/76979871',
  'https://vimeo.com/manage/videos/76979871',
  'https://vimeo.com/channels/staffpicks/76979871',
  'https://vimeo.com/channels/1234/76979871/',
  'https://vimeo.com/groups/shortfilms/videos/76979871',
  'https://vimeo.com/album/2838732/video/76979871',
  'https://vimeo.com/showcase/2838732/video/76979871',
  'https://vimeo.com/showcase/2838732?video=76979871',
  'https://vimeo.com/ondemand/the-film/76979871',
  'https://vimeo.com/user4242/76979871',
  'https://vimeo.com/user4242/review/76979871/c0ffee1234',
  'https://player.vimeo.com/video/76979871',
  'player.vimeo.com/video/76979871?autoplay=1&loop=1#t=10',
  '<iframe src="https://player.vimeo.com/video/76979871" width="640" height="360" allowfullscreen></iframe>',
  "<iframe width='640' src='//player.vimeo.com/video/76979871?badge=0&amp;autopause=0'></iframe>",
]

const withHash = [
  'https://vimeo.com/76979871/8272103f6e',
  'https://vimeo.com/76979871/8272103F6E',
  'https://vimeo.com/76979871/8272103f6e/?share=copy',
  'https://vimeo.com/76979871?h=8272103f6e',
  'https://vimeo.com/76979871/8272103f6e?h=0000000000',
  'https://vimeo.com/manage/videos/76979871/8272103f6e',
  'https://vimeo.com/channels/staffpicks/76979871?h=8272103f6e',
  'https://vimeo.com/showcase/2838732/video/76979871?h=8272103f6e',
  'https://vimeo.com/showcase/2838732?video=76979871&h=8272103f6e',
  'https://player.vimeo.com/video/76979871?h=8272103f6e&title=0',
  'https://player.vimeo.com/video/76979871?title=0&h=8272103f6e#t=3',
  '<div style="padding:56.25% 0 0 0"><iframe src="https://player.vimeo.com/video/76979871?badge=0&amp;h=8272103f6e&amp;app_id=58479" frameborder="0" title="A film"></iframe></div><script src="https://player.vimeo.com/api/player.js"></script>',
]

const refused = [
  '',
  '   ',
  '76979871',
  'vimeo.com',
  'https://vimeo.com/',
  'https://vimeo.com/0',
  'https://vimeo.com/staffpicks',
  'https://vimeo.com/76979871x',
  'https://vimeo.com/76979871/not-a-hash',
  'https://vimeo.com/event/76979871',
  'https://vimeo.com/channels/76979871',
  'https://vimeo.com/album/76979871',
  'https://vimeo.com/showcase/2838732?video=none',
  'https://vimeo.com/1234567890123456',
  `https://vimeo.com/${'7'.repeat(3_000)}`,
  `https://vimeo.com/76979871?${'a'.repeat(100_000)}`,
  'https://vimeo.com.evil.example/76979871',
  'https://notvimeo.com/76979871',
  'https://vimeo.com@evil.example/76979871',
  'https://evil.example@vimeo.com/76979871',
  'https://user:secret@vimeo.com/76979871',
  'mailto:me@vimeo.com/76979871',
  'https://evil.example/vimeo.com/76979871',
  'https://evil.example/?next=https://vimeo.com/76979871',
  'https://evil.example#https://vimeo.com/76979871',
  'https://vimeo.co/76979871',
  'https://player.vimeo.com.evil.example/video/76979871',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtu.be/dQw4w9WgXcQ',
  'javascript:alert(1)//vimeo.com/76979871',
  'javascript://vimeo.com/76979871',
  'data:text/html,https://vimeo.com/76979871',
  'ftp://vimeo.com/76979871',
  'file://vimeo.com/76979871',
  '<iframe src="https://evil.example/video/76979871"></iframe>',
  '<iframe src="javascript:alert(1)//player.vimeo.com/video/76979871"></iframe>',
  '<iframe data-src="https://player.vimeo.com/video/76979871"></iframe>',
  '<iframe',
]

test.each(plain)('%s is the video', (address) => expect(parseVideoAddress(address)).toBe('76979871'))

test.each(withHash)('%s is the video with its privacy hash', (address) => expect(parseVideoAddress(address)).toBe('76979871/8272103f6e'))

test.each(refused.map((address) => [address.slice(0, 60), address]))('%s is no video', (_, address) =>
  expect(parseVideoAddress(address)).toBeNull(),
)

describe('whatever is typed', () => {
  test('the answer is an id, an id with a hash, or none', () => {
    const typed = fc.oneof(fc.string(), fc.constantFrom(...plain, ...withHash, ...refused))
    fc.assert(
      fc.property(typed, fc.string(), (start, end) => {
        expect(parseVideoAddress(start + end) ?? '1').toMatch(/^[1-9]\d{0,14}(\/[0-9a-f]{6,20})?$/)
      }),
    )
  })

  test('the page of a video leads back to the video', () => {
    const hashes = fc.stringMatching(/^[0-9a-f]{6,20}$/)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), fc.option(hashes), (id, hash) => {
        const video = hash === null ? String(id) : `${id}/${hash}`
        expect(parseVideoAddress(videoPage(video))).toBe(video)
      }),
    )
  })
})
