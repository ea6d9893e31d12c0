/** What the login page reads behind #: that part of an address reaches no server and no log. */

/** The link of an invitation is the login page with this and the token. */
export const invitationFragment = '#invitation='

/** The same for the link that sets a new password. */
export const resetFragment = '#reset='

/** The token in the fragment of an address, or null. */
export const tokenOfFragment = (fragment: string, start: string = invitationFragment): string | null =>
  fragment.startsWith(start) ? fragment.slice(start.length) : null
