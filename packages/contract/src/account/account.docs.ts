import { component, docs } from '../describe.ts'
import {
  account,
  accountState,
  changeEmailInput,
  changePasswordInput,
  codeInput,
  disableTwoFactorInput,
  recoveryCodes,
  setUpTwoFactorInput,
  twoFactorSetup,
} from './account.ts'

export const accountDocs = docs(account, {
  about: "The signed-in member's own account: password, email and two-factor sign-in.",
  calls: { changeEmail: 'The email of another user is refused. Links for a new password end, and the new email is not confirmed.' },
  everyCallRefuses: ['too_many_requests'],
  components: {
    Account: component(accountState, "The signed-in member's own account.", {
      two_factor_since: 'When two-factor sign-in was turned on; null while it is off.',
      recovery_codes_left: 'How many recovery codes are unused.',
      two_factor_required: 'True if an owner requires it: it cannot be turned off.',
      has_referral_code: 'True if the member is a referral user of the storefront, too.',
    }),
    PasswordChange: component(changePasswordInput, 'The old password and the new one.', {
      code: 'Required if two-factor sign-in is on; ignored otherwise.',
    }),
    EmailChange: component(changeEmailInput, 'The new email, and the password.', {
      code: 'Required if two-factor sign-in is on; ignored otherwise.',
    }),
    NewToken: component(account.changePassword.response.shape.data, 'The token of the new session.'),
    TwoFactorSetup: component(twoFactorSetup, 'A new secret of two-factor sign-in.', {
      secret: 'Base32, to type where a camera cannot read the QR code.',
      label: 'The name of the entry in the authenticator app.',
      uri: 'The content of the QR code.',
    }),
    TwoFactorSetupInput: component(setUpTwoFactorInput, 'The password, once more.'),
    TwoFactorCode: component(codeInput, 'A code of the authenticator app, or a recovery code.'),
    TwoFactorDisableInput: component(disableTwoFactorInput, 'The password and a code.'),
    RecoveryCodes: component(recoveryCodes, 'Shown once; only hashes of them are kept.', {
      recovery_codes: 'Each replaces a code of the authenticator app once.',
    }),
  },
})
