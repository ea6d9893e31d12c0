import { auth } from '@keydesk/contract'
import { useApi } from '../api/context.tsx'
import { useAuth } from './session-provider.tsx'

/** Signs out at once, offline too; the server's answer is not awaited. */
export function useLogout(): () => void {
  const api = useApi()
  const { logOut } = useAuth()
  return () => {
    // The token is read as the call begins, before the session ends here.
    api(auth.logout, {}).catch(() => undefined)
    logOut()
  }
}
