import { component, docs } from '../describe.ts'
import { auth, user } from './auth.ts'
import { loginInput, signIn } from './sign-in.ts'

export const authDocs = docs(
  { ...signIn, ...auth },
  {
    about: 'Signing in and out.',
    refuses: { login: ['unauthenticated'] },
    components: {
      SignInInput: component(loginInput, 'Who signs in.', {
        identity: 'The username or the email.',
        code: 'Required if two-factor sign-in is on; ignored otherwise.',
      }),
      SignIn: component(signIn.login.response.shape.data, 'A token and its user.'),
      User: component(user, 'The signed-in person.', {
        permissions: 'What the role allows.',
        two_factor_due: 'True while the team requires two-factor sign-in and it is not on: only calls about the own account are answered.',
      }),
    },
  },
)
