import { component, docs } from '../describe.ts'
import { providers } from './provider-names.ts'
import { providerSignInInput, signInProvider, signInProviders } from './sign-in-providers.ts'

export const signInProvidersDocs = docs(signInProviders, {
  about: 'Signing in with Apple, Google or Meta. Both steps before the last one are redirects of a browser.',
  calls: {
    signIn:
      'Needs the cookie that the provider’s answer set in this browser; it works once, within 5 minutes. 410: `provider_sign_in_over` without one.',
  },
  refuses: { signIn: ['unauthenticated', 'gone'] },
  components: {
    SignInProvider: component(
      signInProvider,
      'A service that members may sign in with.',
      {
        name: 'Its name in addresses.',
        is_configured: 'False: nobody can sign in with it.',
        start_url: 'Where a browser begins; null if it is not configured.',
      },
      { name: providers },
    ),
    ProviderSignInInput: component(providerSignInInput, 'The second factor.', {
      code: 'Required if two-factor sign-in is on; ignored otherwise.',
    }),
    ProviderSignIn: component(signInProviders.signIn.response.shape.data, 'A token and its user.'),
  },
})
