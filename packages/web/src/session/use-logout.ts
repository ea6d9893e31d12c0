import { auth } from '@keydesk/contract'
import { useApi } from '../api/context.tsx'
import { useConfirm } from '../kit/overlay/confirm.tsx'
import { useAction } from '../kit/feedback/use-action.ts'
import { useAuth } from './session-provider.tsx'

/** Signs out at once, also offline: does not wait for the server's answer. */
export function useLogout(): () => void {
  const api = useApi()
  const { logOut, isOwnHost } = useAuth()
  return () => {
    // The call reads the token when it begins, so it must begin before the session ends here.
    if (isOwnHost) api(auth.logout, {}).catch(() => undefined)
    logOut()
  }
}

/** Asks, ends every session on the server, then this one. */
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
      text: 'Every session of your account ends at once, on every device and in every browser, this one included.',
      yes: 'Log out everywhere',
      isDanger: true,
    }
    if (await confirm(question)) logout.mutate(undefined, { onSuccess: logOut })
  }
}
