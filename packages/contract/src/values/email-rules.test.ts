import { expect, test } from 'vitest'
import { foldEmail } from './email-rules.ts'

test.each([
  ['Ann@Example.COM', 'ann@example.com'],
  ['ann+shop@example.com', 'ann@example.com'],
  ['ann+a+b@example.com', 'ann@example.com'],
  ['a.n.n@gmail.com', 'ann@gmail.com'],
  ['A.nn+1@GoogleMail.com', 'ann@gmail.com'],
  ['a.nn@proton.me', 'ann@proton.me'],
  ['a.nn@example.com', 'a.nn@example.com'],
  ['a.nn@mail.gmail.com', 'a.nn@mail.gmail.com'],
  ['+tag@example.com', '+tag@example.com'],
  ['no address', 'no address'],
])('for limits %s is %s', (email, folded) => {
  expect(foldEmail(email)).toBe(folded)
})
