/** What the client needs before the first sign-in: beside schemas it would load them too. */

/** Names the role that an owner looks through (docs/reference/roles.md, View as). */
export const viewAsHeader = 'keydesk-view-as'
/** The code of the refusal of a change that is made while one views as a role. */
export const viewOnly = 'view_only'
