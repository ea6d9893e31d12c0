import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderKit } from '../../../test/render-kit.tsx'
import { shownToasts } from '../../../test/toasts.ts'
import { ApiError, serverMessageOr } from '../../api/error.ts'
import { StaleError } from '../../api/stale.ts'
import { toast, toastLimits } from './toast.tsx'
import { useAction } from './use-action.ts'

afterEach(() => void vi.restoreAllMocks())

type Options = Parameters<typeof useAction<string, string>>[0]

function Example(options: Options) {
  const action = useAction(options)
  return (
    <button type="button" onClick={() => action.mutate('input')}>
      Run
    </button>
  )
}

async function run(options: Partial<Options>) {
  const { user } = await renderKit(
    <Example run={async (input) => `${input}!`} success="Saved" failure="Failed to save" refresh={null} {...options} />,
  )
  await user.click(screen.getByRole('button', { name: 'Run' }))
}

const fail =
  (status: number, message = 'The reason') =>
  () =>
    Promise.reject(new ApiError(message, { code: 'x', status }))

test('a success shows its sentence', async () => {
  await run({})
  expect(await screen.findByText('Saved')).toBeTruthy()
})

test('a success can show a sentence made from the answer', async () => {
  await run({ success: (answer, input) => `${input} became ${answer}` })
  expect(await screen.findByText('input became input!')).toBeTruthy()
})

test('a failure shows its fixed sentence', async () => {
  await run({ run: fail(409) })
  expect(await screen.findByText('Failed to save')).toBeTruthy()
  expect(screen.queryByText('The reason')).toBeNull()
})

test("a failure can show the server's message, or ours if there is none", () => {
  const ours = 'Failed to create coupon'
  expect(serverMessageOr(new ApiError('Code X is taken', { code: 'conflict', status: 409 }), ours)).toBe('Code X is taken')
  expect(serverMessageOr(new ApiError('unreachable', { code: 'unreachable', status: 0 }), ours)).toBe('Failed to create coupon')
  expect(serverMessageOr(new ApiError('Something went wrong', { code: 'internal', status: 500 }), ours)).toBe('Something went wrong')
  expect(serverMessageOr(new TypeError('bug'), ours)).toBe('Failed to create coupon')
})

const stale = new StaleError({}, new ApiError('The reason', { code: 'stale_version', status: 409 }))

test.each([
  ['a rejected token', fail(401)],
  ['a save that came too late', () => Promise.reject(stale)],
])('%s is silent', async (_, failing) => {
  await run({ run: failing })
  toast.success('Afterwards')
  await screen.findByText('Afterwards')
  expect(shownToasts()).toEqual(['Afterwards'])
})

test('a failure can go to the console alone', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await run({ run: fail(409), failure: null })
  await waitFor(() => expect(log).toHaveBeenCalledOnce())
  expect(shownToasts()).toEqual([])
})

test.each([
  ['a success refetches what it changed', async () => '', 2],
  ['a refusal refetches if the thing has gone', fail(404), 2],
  ['a refusal refetches if somebody else was faster', fail(409), 2],
  ['a refusal refetches if the time for it is over', fail(410), 2],
  ['a lost answer refetches: it may be done', fail(0), 2],
  ['another refusal refetches nothing', fail(422), 1],
])('%s', async (_, answer, times) => {
  expect(await fetchedAfter({ run: answer, refresh: ['things'] }, times)).toBe(times)
})

/** Runs an action beside a query, and resolves to how often that was fetched once this is shown. */
async function fetchedAfter(options: Pick<Options, 'run' | 'refresh' | 'ifOutOfDate'>, times: number): Promise<number> {
  let fetched = 0
  function Page() {
    const { data } = useQuery({ queryKey: ['things', 'list'], queryFn: () => (fetched += 1) })
    return (
      <>
        <p>Fetched {data} times</p>
        <Example success="Done" failure="Refused" {...options} />
      </>
    )
  }
  const { user } = await renderKit(<Page />)
  await screen.findByText('Fetched 1 times')
  await user.click(screen.getByRole('button', { name: 'Run' }))
  await screen.findByText(/^(Done|Refused)$/)
  expect(await screen.findByText(`Fetched ${times} times`)).toBeTruthy()
  return fetched
}

test.each([
  ['a success that writes its answer into the cache refetches nothing', async () => '', 1],
  ['a refusal of such a change refetches', fail(404), 2],
])('%s', async (_, answer, times) => {
  expect(await fetchedAfter({ run: answer, refresh: null, ifOutOfDate: ['things'] }, times)).toBe(times)
})

test('two presses at once run it once; a later press runs it again', async () => {
  const inputs: string[] = []
  const { user } = await renderKit(
    <Example run={async (input) => `${inputs.push(input)}`} success={(answer) => answer} failure="" refresh={null} />,
  )
  const button = screen.getByRole('button', { name: 'Run' })
  act(() => {
    button.click()
    button.click()
  })
  await screen.findByText('1')
  await user.click(button)
  await screen.findByText('2')
  expect(inputs).toEqual(['input', 'input'])
})

test('toasts: 3 visible, for 4000 ms, 356 px wide', async () => {
  expect(toastLimits).toEqual({ visible: 3, durationMs: 4000, widthPx: 356 })
  await renderKit(null)
  for (const text of ['one', 'two', 'three', 'four']) toast.error(text)
  await screen.findByText('four')
  const visible = () => [...document.querySelectorAll('[data-sonner-toast][data-visible=true]')].map((shown) => shown.textContent)
  await waitFor(() => expect(visible()).toEqual(['four', 'three', 'two']))
  const styleOf = (name: string) => document.querySelector<HTMLElement>('[data-sonner-toaster]')?.style.getPropertyValue(name)
  expect(styleOf('--width')).toBe('356px')
  // On a phone below the title of a panel.
  expect(styleOf('--mobile-offset-top')).toBe('calc(var(--header-height) + 1.25rem)')
})
