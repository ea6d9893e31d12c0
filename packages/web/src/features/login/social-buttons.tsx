import { type Provider, providerTitles, textOfProblem } from '@keydesk/contract'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { loadSignIn, loginFailure } from './login.ts'

/** The page that somebody wanted to see before the sign-in, while the browser is at a provider: it loads the app anew afterwards. */
const storedAs = 'asked-for'

function rememberAskedFor(address: string | undefined): void {
  if (address === undefined) sessionStorage.removeItem(storedAs)
  else sessionStorage.setItem(storedAs, address)
}

export function takeAskedFor(): string | null {
  const address = sessionStorage.getItem(storedAs)
  sessionStorage.removeItem(storedAs)
  return address
}

interface Props {
  readonly onFailure: (failure: string | null) => void
}

/** Each leads to its provider, if the server has it. The icons are our own drawings. */
export function SocialButtons({ onFailure }: Props) {
  const api = useApi()
  const { askedFor } = useLocation().state
  const [busy, setBusy] = useState<Provider | null>(null)
  const [missing, setMissing] = useState<Provider | null>(null)
  useEffect(() => {
    // Back from the provider: the browser may show the page as it left it.
    const rest = () => setBusy(null)
    window.addEventListener('pageshow', rest)
    return () => window.removeEventListener('pageshow', rest)
  }, [])
  const press = async (provider: Provider) => {
    onFailure(null)
    setMissing(null)
    setBusy(provider)
    try {
      const { findStart } = await loadSignIn()
      const start = await findStart(api, provider)
      if (start === null) {
        setMissing(provider)
        return setBusy(null)
      }
      rememberAskedFor(askedFor)
      // Busy until the browser has left.
      return window.location.assign(start)
    } catch (error) {
      onFailure(loginFailure(error))
      return setBusy(null)
    }
  }
  const of = (provider: Provider) => ({ provider, isBusy: busy === provider, onPress: () => void press(provider) })
  return (
    <>
      <div className="grid grid-cols-3 gap-2">
        <Social {...of('apple')}>
          <path
            d="M8 5.2C6.6 4.3 3.2 4.6 3 8.4c-.1 2.6 1.6 5.6 3.2 5.6.7 0 1.1-.5 1.8-.5s1.1.5 1.8.5c1.600 0 3.200-3 3.200-5.600C12.800 4.600 9.400 4.300 8 5.200Z"
            fill="currentColor"
            stroke="none"
          />
          <path d="M8 3.600C8 2.300 8.900 1.300 10.200 1.200" />
        </Social>
        <Social {...of('google')}>
          <path d="M12.400 4.200A5.800 5.800 0 1 0 13.800 8H8.400" strokeWidth="2" />
        </Social>
        <Social {...of('meta')}>
          <path
            d="M8 8C6.600 5.400 5.700 4.500 4.400 4.500 2.800 4.500 1.600 6.500 1.600 9c0 1.500.7 2.500 1.900 2.500C5.200 11.500 6.500 9.200 8 8c1.500-2.600 2.300-3.500 3.600-3.500 1.600 0 2.800 2 2.800 4.500 0 1.500-.7 2.500-1.900 2.500C10.800 11.500 9.500 10.400 8 8Z"
            strokeWidth="1.700"
          />
        </Social>
      </div>
      {/* Its place is kept, so that nothing moves. */}
      <p role="status" className="grid h-6 grid-cols-3 gap-2 pt-1 text-center text-caption text-muted">
        {missing !== null && <span className={columns[missing]}>{textOfProblem(missing, 'not_set_up')}</span>}
      </p>
    </>
  )
}

/** Below the button of the provider. */
const columns: Readonly<Record<Provider, string>> = { apple: 'col-start-1', google: 'col-start-2', meta: 'col-start-3' }

interface SocialProps {
  readonly provider: Provider
  readonly isBusy: boolean
  readonly onPress: () => void
  readonly children: ReactNode
}

function Social({ provider, isBusy, onPress, children }: SocialProps) {
  const name = providerTitles[provider]
  const glyph = (
    <svg aria-hidden viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.500" strokeLinecap="round" strokeLinejoin="round">
      {children}
    </svg>
  )
  return (
    <Button icon={glyph} aria-label={`Continue with ${name}`} busy={isBusy && name} onClick={onPress}>
      {name}
    </Button>
  )
}
