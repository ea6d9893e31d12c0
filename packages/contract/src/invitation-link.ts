/** The link of an invitation is the login page with this and the token: the part after # reaches no server and no log. */
export const invitationFragment = '#invitation='

/** The token in the fragment of an address, or null. */
export const tokenOfFragment = (fragment: string): string | null =>
  fragment.startsWith(invitationFragment) ? fragment.slice(invitationFragment.length) : null
