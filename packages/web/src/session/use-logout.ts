import { auth } from '@keydesk/contract'
import { useApi } from '../api/context.tsx'
import { useConfirm } from '../kit/overlay/confirm.tsx'
import { useAction } from '../kit/feedback/use-action.ts'
import { useAuth } from './session-provider.tsx'

/** Signs out at once, offline too; the server's answer is not awaited. */
export function useLogout(): () => void {
  const api = useApi()
  const { logOut, isOwnHost } = useAuth()
  return () => {
    // The token is read as the call begins, before the session ends here.
    if (isOwnHost) api(auth.logout, {}).catch(() => undefined)
    logOut()
  }
}

/** Asks, ends every session on the server, then this one here. */
export function useLogoutEverywhere(): () => Promise<void> {
  const api = useApi()
  const { logOut } = useAuth()
  const confirm = useConfirm()
  const logout = useAction({
    run: () => api(auth.logoutEverywhere, {}),
    success: null,
    failure: { serverOr: 'Failed to log out everywhere' },
    refresh: null,
  })
  return async () => {
    const question = {
      title: 'Log out everywhere?',
      text: 'Every session of your account ends at once, on every device and in every browser. This one, too.',
      yes: 'Log out everywhere',
      danger: true,
    }
    if (await confirm(question)) logout.mutate(undefined, { onSuccess: logOut })
  }
}
