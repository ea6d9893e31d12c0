import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords()

test("a hash is of argon2id, costs OWASP's minimum, and proves its own password only", async () => {
  const hash = await passwords.hash('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.isRight('correct horse', hash)).toBe(true)
  expect(await passwords.isRight('battery staple', hash)).toBe(false)
})

test('no password signs in an unknown user, not even the one that is hashed in its place', async () => {
  expect(await passwords.isRight('a password that nobody has', null)).toBe(false)
})

test('passwords that are checked at once each get their own answer', async () => {
  const words = ['one', 'two', 'three', 'four', 'five', 'six']
  const hashes = await Promise.all(words.map(passwords.hash))
  expect(new Set(hashes).size).toBe(words.length)
  const proven = await Promise.all(hashes.map((hash, index) => passwords.isRight(words[index]!, hash)))
  expect(proven).toEqual([true, true, true, true, true, true])
  const mixedUp = await Promise.all(hashes.map((hash, index) => passwords.isRight(words[(index + 1) % 6]!, hash)))
  expect(mixedUp).toEqual([false, false, false, false, false, false])
})
