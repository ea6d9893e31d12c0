import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EarlyText } from './read-text.tsx'

test('before the editor is loaded its text shows in the same tags, without scripts, links and images', () => {
  const html =
    '<h2 style="text-align:center">One</h2><p>two <strong onclick="alert(1)">three</strong><br><img src="x" onerror="alert(1)">four</p>' +
    '<ul><li><p>five</p></li><li><p><a href="https://x.example">six</a></p></li></ul><blockquote><p>seven</p></blockquote><table><tr><td>eight</td></tr></table>'
  const { container } = render(<EarlyText label="Text" height="min-h-40" html={html} />)
  expect(container.firstElementChild!.innerHTML).toBe(
    '<h2>One</h2><p>two <strong>three</strong><br>four</p><ul><li><p>five</p></li><li><p><a>six</a></p></li></ul><blockquote><p>seven</p></blockquote>eight',
  )
})
