import { component, docs } from '../describe.ts'
import { acceptInvitationInput, joining, offer } from './joining.ts'
import { roles } from './permissions.ts'

export const joiningDocs = docs(joining, {
  about: 'Joining the team by the link of an invitation.',
  calls: {
    find: '410: `invitation_over` for a link that was used, has expired, was revoked, or never existed.',
    accept:
      'The account is that of a storefront user with this email, if there is one. 409 for a name or email of a member. 410: `invitation_over`.',
  },
  refuses: { find: ['gone'], accept: ['gone', 'conflict'] },
  components: {
    InvitationOffer: component(
      offer,
      'What an invitation offers.',
      {
        email: 'The only email that may join; null if any may.',
        require_two_factor: 'True: the account can do nothing until two-factor sign-in is on.',
      },
      { role: roles },
    ),
    Joined: component(joining.accept.response.shape.data, 'The new member, signed in.'),
    InvitationToken: component(joining.find.body, 'The token of an invitation.'),
    AcceptInvitationInput: component(acceptInvitationInput, 'Who joins.'),
  },
})
