import { component, docs } from '../describe.ts'
import { forgotPasswordInput, passwordReset, resetPasswordInput } from './password-reset.ts'

export const passwordResetDocs = docs(passwordReset, {
  about: 'A new password by a mailed link.',
  calls: {
    ask: 'Mails nothing to an address that no member has, to a disabled member, and from a server without a mail server.',
    reset: 'Two-factor sign-in stays as it is. 410: `reset_over` for a link that was used, has expired or was replaced by a newer one.',
  },
  refuses: { reset: ['gone'] },
  components: {
    PasswordResetOffer: component(passwordReset.find.response.shape.data, 'What to do about a forgotten password.', {
      is_mailed: 'False: the server has no mail server, so its operator sets the password.',
    }),
    ForgotPasswordInput: component(forgotPasswordInput, 'Who forgot the password.'),
    ResetPasswordInput: component(resetPasswordInput, 'A link and the new password.'),
  },
})
