import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { expect, test } from 'vitest'
import { hashPassword, isPassword, PasswordHasher } from './passwords.ts'

test("a hash is of argon2id, costs OWASP's minimum, and proves its own password only", async () => {
  const hash = await hashPassword('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword('correct horse', hash)).toBe(true)
  expect(await isPassword('battery staple', hash)).toBe(false)
})

test('nobody has the password of a user who is not there, not even the one that is hashed in its place', async () => {
  expect(await isPassword('a password that nobody has', null)).toBe(false)
})

test('many at once are each answered for themselves', async () => {
  const words = ['one', 'two', 'three', 'four', 'five', 'six']
  const hashes = await Promise.all(words.map(hashPassword))
  expect(new Set(hashes).size).toBe(words.length)
  const proven = await Promise.all(hashes.map((hash, index) => isPassword(words[index]!, hash)))
  expect(proven).toEqual([true, true, true, true, true, true])
  const mixedUp = await Promise.all(hashes.map((hash, index) => isPassword(words[(index + 1) % 6]!, hash)))
  expect(mixedUp).toEqual([false, false, false, false, false, false])
})

/** proc(5): the nice value is the 19th field, the policy the 41st; the name before them may hold spaces. */
function readShares(): { task: string; nice: number; policy: number }[] {
  return readdirSync('/proc/self/task').map((task) => {
    const fields = readFileSync(`/proc/self/task/${task}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return { task, nice: Number(fields[16]), policy: Number(fields[38]) }
  })
}

/** SCHED_IDLE, as Linux counts its policies. */
const idle = 5
const hasTool = spawnSync('chrt', ['--version']).error === undefined

test.runIf(process.platform === 'linux' && hasTool)(
  'hashing takes what nobody else wants, and the thread that answers keeps its share',
  async () => {
    await hashPassword('correct horse')
    const shares = readShares()
    expect(shares.filter(({ policy }) => policy === idle).map(({ nice }) => nice)).toContain(15)
    const own = shares.find(({ task }) => task === String(process.pid))
    expect(own).toMatchObject({ nice: getPriority(), policy: 0 })
    expect(getPriority()).toBeLessThan(15)
  },
)

test.runIf(process.platform === 'linux')(
  'where nothing is left of the processor, a password is hashed with a small share of it',
  async () => {
    const hasher = new PasswordHasher({ silenceMs: 1, pauseMs: 60_000 })
    const before = new Set(readShares().map(({ task }) => task))
    const hash = await hasher.hash('correct horse')
    expect(await hasher.isRight('correct horse', hash)).toBe(true)
    expect(await hasher.isRight('battery staple', hash)).toBe(false)
    const begun = readShares().filter(({ task }) => !before.has(task))
    expect(begun.filter(({ policy }) => policy !== idle).map(({ nice }) => nice)).toContain(15)
  },
)
