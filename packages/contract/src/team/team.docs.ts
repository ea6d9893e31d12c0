import { component, docs, innerObject } from '../describe.ts'
import { roles } from './permissions.ts'
import { invitation, invitationInput, invitationStates, member, memberInput, newInvitation, team } from './team.ts'

const switchTexts = {
  amounts: 'Sees amounts of money. False also takes the Dashboard and payouts.',
  reveal: 'Reveals keys. False also takes the links of the pages that show them.',
  refund: 'Refunds, replaces keys and completes by hand.',
}

export const teamDocs = docs(team, {
  about: 'The people who work here, and their invitations.',
  calls: {
    update:
      'A new role counts from the next call. Disabling ends the sessions of the member at once. `keys_per_hour` and `switches` do not hold for owners. 409: `last_owner`.',
    invite:
      'The link is in this answer alone. It holds its token behind `#`, where no server and no log sees it. The email of a member is refused.',
    revokeInvitation: '410: `invitation_over` for one that is not open any more.',
  },
  refuses: { revokeInvitation: ['gone'] },
  components: {
    Member: component(
      member,
      'A member.',
      {
        disabled: 'True: the member cannot sign in.',
        two_factor: 'Whether two-factor sign-in is on.',
        keys_per_hour: 'How many keys the member may replace and reveal within an hour. It does not limit owners.',
        switches: 'What the member may do beside the role.',
        last_sign_in_at: 'Null if the member never signed in.',
      },
      { role: roles },
    ),
    Switches: component(member.shape.switches, 'What a member may do beside the role. True unless an owner turned it off.', switchTexts),
    SwitchesInput: component(
      innerObject(memberInput.shape.switches),
      'Switches to turn; one that is left out stays as it is.',
      switchTexts,
    ),
    Invitation: component(
      invitation,
      'An invitation, without its token.',
      {
        email: 'The only email that may join; null if any may.',
        require_two_factor: 'True: the account can do nothing until two-factor sign-in is on.',
        created_by: 'The username of the person who created it.',
        used_by: 'The username of the person who joined; null unless it was used.',
      },
      { state: invitationStates },
    ),
    NewInvitation: component(newInvitation, 'An invitation with its link, shown once.', {}, { role: roles }),
    MemberInput: component(memberInput, 'What changes for a member.', {
      disabled: 'True: the member cannot sign in.',
      keys_per_hour: 'How many keys the member may replace and reveal within an hour. It does not limit owners.',
      switches: 'What the member may do beside the role.',
    }),
    InvitationInput: component(invitationInput, 'Whom to invite.', {
      email: 'The only email that may join. Left out: any may.',
      require_two_factor: 'True: the account can do nothing until two-factor sign-in is on. False where it is left out.',
    }),
  },
})
