import { auth } from '@keydesk/contract'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { lazyDialog } from '../../kit/feedback/lazy-part.tsx'
import { useAction } from '../../kit/feedback/use-action.ts'
import { KitProvider } from '../../kit/kit-provider.tsx'
import { useTitle } from '../../kit/layout/page.tsx'
import { useAuth } from '../../session/session-provider.tsx'
import { useLogout } from '../../session/use-logout.ts'

const TwoFactorDialog = lazyDialog('Two-factor sign-in', async () => (await import('./two-factor-dialog.tsx')).TwoFactorDialog)

/** Replaces every screen until two-factor sign-in is on, for members who must have it. */
export function TwoFactorDue() {
  useTitle('Two-factor sign-in')
  const { user } = useAuth()
  return (
    <KitProvider owner={user?.username ?? ''}>
      <SetUp />
    </KitProvider>
  )
}

function SetUp() {
  const api = useApi()
  const { update } = useAuth()
  const { askedFor } = useLocation().state
  const navigate = useNavigate()
  const logout = useLogout()
  const [isOpen, setOpen] = useState(true)
  const check = useAction({
    run: () => api(auth.me, {}),
    success: null,
    failure: { serverOr: 'Failed to check whether two-factor sign-in is on' },
    refresh: null,
  })
  const close = () => {
    setOpen(false)
    check.mutate(undefined, {
      onSuccess: (answer) => {
        if (answer === undefined || answer.data.two_factor_due === true) return
        update(answer.data)
        void navigate({ href: askedFor ?? '/', replace: true })
      },
    })
  }
  return (
    <div className="flex flex-col items-center gap-4 text-center">
      <ShieldCheck aria-hidden className="size-6 text-muted" />
      <h1 className="text-title font-semibold tracking-tight">Two-factor sign-in</h1>
      <p className="text-muted">Your team requires a code from an authenticator app besides the password. Set it up to continue.</p>
      <Button variant="primary" className="w-full" busy={check.isPending && 'One moment...'} onClick={() => setOpen(true)}>
        Set up two-factor sign-in
      </Button>
      <Button variant="ghost" className="w-full" onClick={logout}>
        Log out
      </Button>
      {isOpen && <TwoFactorDialog onClose={close} />}
    </div>
  )
}
