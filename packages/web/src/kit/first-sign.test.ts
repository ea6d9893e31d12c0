import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onFirstSign } from './first-sign.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['a pointer', () => fireEvent.pointerMove(document.body)],
  ['a key', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
  ['a touch', () => fireEvent.touchStart(document.body)],
  ['a wheel', () => fireEvent.wheel(document.body)],
])('%s is a sign, and the first is enough', (_, sign) => {
  const run = vi.fn<() => void>()
  onFirstSign(run)
  vi.advanceTimersByTime(1_999)
  expect(run).not.toHaveBeenCalled()
  sign()
  sign()
  vi.advanceTimersByTime(10_000)
  expect(run).toHaveBeenCalledTimes(1)
})

test('without a sign it is two seconds', () => {
  const run = vi.fn<() => void>()
  onFirstSign(run)
  vi.advanceTimersByTime(2_000)
  expect(run).toHaveBeenCalledTimes(1)
})

test('who has pressed something before is there already, and is shown the page first', () => {
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } })
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  const run = vi.fn<() => void>()
  onFirstSign(run)
  vi.advanceTimersByTime(1_999)
  expect(run).not.toHaveBeenCalled()
  idle.forEach((call) => call())
  expect(run).toHaveBeenCalledTimes(1)
})

test('what has left the page is not run', () => {
  const run = vi.fn<() => void>()
  onFirstSign(run)()
  fireEvent.pointerMove(document.body)
  vi.advanceTimersByTime(10_000)
  expect(run).not.toHaveBeenCalled()
})
