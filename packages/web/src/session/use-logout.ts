import { auth } from '@keydesk/contract'
import { useApi } from '../api/context.tsx'
import { useAuth } from './session-provider.tsx'

/** Signs out at once. The server ends its side too, but nobody waits for it: this works offline. */
export function useLogout(): () => void {
  const api = useApi()
  const { end } = useAuth()
  return () => {
    // The token is read as the call begins, before the session ends here.
    api(auth.logout, {}).catch(() => undefined)
    end()
  }
}
