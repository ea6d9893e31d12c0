import { lazyDialog } from '../kit/feedback/lazy-part.tsx'
import type { AccountDialog } from './account-entries.tsx'

const TwoFactorDialog = lazyDialog(
  'Two-factor sign-in',
  async () => (await import('../features/session/two-factor-dialog.tsx')).TwoFactorDialog,
)
const ChangePasswordDialog = lazyDialog(
  'Change password',
  async () => (await import('../features/session/change-password-dialog.tsx')).ChangePasswordDialog,
)

const ViewAsDialog = lazyDialog('View as', async () => (await import('../features/session/view-as.tsx')).ViewAsDialog)

interface Props {
  readonly dialog: AccountDialog
  readonly onClose: () => void
}

/** The dialogs of the user menu. */
export function AccountDialogs({ dialog, onClose }: Props) {
  if (dialog === 'twoFactor') return <TwoFactorDialog onClose={onClose} />
  return dialog === 'password' ? <ChangePasswordDialog onClose={onClose} /> : <ViewAsDialog onClose={onClose} />
}
