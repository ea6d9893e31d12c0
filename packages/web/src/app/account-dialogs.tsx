import { lazyDialog } from '../kit/feedback/lazy-part.tsx'
import type { AccountDialog } from './account-entries.tsx'

const dialogs = {
  twoFactor: lazyDialog('Two-factor sign-in', async () => (await import('../features/account/two-factor-dialog.tsx')).TwoFactorDialog),
  password: lazyDialog(
    'Change password',
    async () => (await import('../features/account/change-password-dialog.tsx')).ChangePasswordDialog,
  ),
  email: lazyDialog('Change email', async () => (await import('../features/account/change-email-dialog.tsx')).ChangeEmailDialog),
  viewAs: lazyDialog('View as a role', async () => (await import('../features/account/view-as.tsx')).ViewAsDialog),
}

interface Props {
  readonly dialog: AccountDialog
  readonly onClose: () => void
}

/** A dialog of the user menu. */
export function OpenAccountDialog({ dialog, onClose }: Props) {
  const Dialog = dialogs[dialog]
  return <Dialog onClose={onClose} />
}
