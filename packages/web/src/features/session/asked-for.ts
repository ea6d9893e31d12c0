/** The page that somebody wanted to see before the sign-in, while the browser is at a provider: it loads the app anew afterwards. */
const storedAs = 'asked-for'

export function rememberAskedFor(address: string | undefined): void {
  if (address === undefined) sessionStorage.removeItem(storedAs)
  else sessionStorage.setItem(storedAs, address)
}

export function takeAskedFor(): string | null {
  const address = sessionStorage.getItem(storedAs)
  sessionStorage.removeItem(storedAs)
  return address
}
