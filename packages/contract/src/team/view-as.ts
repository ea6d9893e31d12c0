/** The client needs these before the first sign-in: in a file with schemas it would load those too. */

/** The header of an answer with the permissions that the caller lacks for some of its fields (docs/reference/roles.md, Guarded fields). */
export const leftOutHeader = 'keydesk-left-out'

/** The header with the role that an owner views as (docs/reference/roles.md, View as). */
export const viewAsHeader = 'keydesk-view-as'
/** The code of a change that is refused while an owner views as a role. */
export const viewOnly = 'view_only'
