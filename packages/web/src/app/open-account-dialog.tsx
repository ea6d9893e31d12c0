import { lazyDialog } from '../kit/feedback/lazy-part.tsx'
import type { AccountDialog } from './account-entries.tsx'

const loadDialog = async () => (await import('./account-dialogs.tsx')).AccountDialogs
const dialogs = {
  twoFactor: lazyDialog('Two-factor sign-in', loadDialog),
  password: lazyDialog('Change password', loadDialog),
  viewAs: lazyDialog('View as', loadDialog),
}

interface Props {
  readonly dialog: AccountDialog
  readonly onClose: () => void
}

/** A dialog of the user menu. If its code cannot be loaded, the failure has its title. */
export function OpenAccountDialog({ dialog, onClose }: Props) {
  const Dialog = dialogs[dialog]
  return <Dialog dialog={dialog} onClose={onClose} />
}
