/** The services that members may sign in with (docs/reference/sign-in-providers.md). No schemas here: the login page needs the words alone. */
export const providers = ['apple', 'google', 'meta'] as const
export type Provider = (typeof providers)[number]

export const providerTitles: Readonly<Record<Provider, string>> = { apple: 'Apple', google: 'Google', meta: 'Meta' }

export const isProvider = (text: string): text is Provider => providers.some((provider) => provider === text)

/** Why a sign-in with a provider ended without a session, in a sentence of two lines at most, for which the login page keeps the place. */
const problemTexts = {
  busy: () => 'Too many sign-ins from your network. Wait a minute, then try again.',
  cancelled: (title: string) => `The sign-in with ${title} was cancelled.`,
  not_set_up: () => 'Not set up here',
  over: (title: string) => `The sign-in with ${title} took too long or was used already. Try again.`,
  refused: (title: string) => `${title} did not confirm the sign-in. Try again, or use your password.`,
  unavailable: (title: string) => `${title} does not answer right now. Try again, or use your password.`,
  unknown: (title: string) => `No member has confirmed this ${title} email. Reset your password by mail first.`,
  unverified: (title: string) => `${title} has not verified the email of this account.`,
} satisfies Readonly<Record<string, (title: string) => string>>
export type ProviderProblem = keyof typeof problemTexts

/** How a sign-in with a provider comes back to the login page. */
export interface ProviderReturn {
  readonly provider: Provider
  /** Null if the server waits for the second half of the sign-in. */
  readonly problem: ProviderProblem | null
}

export const fragmentOfReturn = ({ provider, problem }: ProviderReturn): string =>
  `#provider=${provider}${problem === null ? '' : `&problem=${problem}`}`

/** Anybody can write a fragment, so it names a sentence and never contains one. */
export function returnOfFragment(fragment: string): ProviderReturn | null {
  const params = new URLSearchParams(fragment.replace(/^#/, ''))
  const provider = params.get('provider') ?? ''
  if (!isProvider(provider)) return null
  const problem = params.get('problem')
  if (problem === null) return { provider, problem }
  return Object.hasOwn(problemTexts, problem) ? { provider, problem: problem as ProviderProblem } : null
}

export const textOfProblem = (provider: Provider, problem: ProviderProblem): string => problemTexts[problem](providerTitles[provider])
