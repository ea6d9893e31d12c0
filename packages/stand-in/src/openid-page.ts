import { escape, page } from './html.ts'

export interface OpenIdPerson {
  readonly email: string
  /** Whether the provider says that it has verified the email; true if left out. */
  readonly isVerified?: boolean
}

interface Choice {
  readonly method: 'get' | 'post'
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

/** The page on which a person says who they are; null cancels. */
export const renderChoice = (people: readonly OpenIdPerson[], choiceOf: (person: OpenIdPerson | null) => Choice): string =>
  page({
    ...{ title: 'Choose an account (stand-in)', style },
    body: `<main><h1>Choose an account</h1><p>A stand-in for a sign-in provider. It asks for no password.</p>
${people.map((person) => renderForm(nameOf(person), choiceOf(person))).join('')}${renderForm('Cancel', choiceOf(null))}</main>`,
  })

const nameOf = ({ email, isVerified = true }: OpenIdPerson): string => (isVerified ? email : `${email} (not verified)`)

const renderForm = (name: string, { method, action, fields }: Choice): string =>
  `<form method="${method}" action="${escape(action)}">${Object.entries(fields)
    .map(([field, value]) => `<input type="hidden" name="${escape(field)}" value="${escape(value)}">`)
    .join('')}<button>${escape(name)}</button></form>`

const style = `
main { max-width: 360px; margin: 10vh auto 0; padding: 0 16px } p { color: var(--muted) }
button { display: block; width: 100%; margin: 8px 0; padding: 12px; font: inherit; text-align: left; color: inherit; background: var(--raised); border: 1px solid light-dark(#828b98, #5b6572); border-radius: 8px; cursor: pointer }`
