/** The look of the links on the cards of the login page. */
export const linkClass = 'rounded-sm text-text underline decoration-edge underline-offset-4 hover:decoration-text'
