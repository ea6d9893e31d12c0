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
export const renderChoice = (people: readonly OpenIdPerson[], choiceOf: (person: OpenIdPerson | null) => Choice): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>Choose an account (stand-in)</title>
<style>${style}</style>
</head>
<body><main><h1>Choose an account</h1><p>A stand-in for a sign-in provider. It asks for no password.</p>
${people.map((person) => renderForm(nameOf(person), choiceOf(person))).join('')}${renderForm('Cancel', choiceOf(null))}</main></body>
</html>`

const nameOf = ({ email, isVerified = true }: OpenIdPerson): string => (isVerified ? email : `${email} (not verified)`)

const renderForm = (name: string, { method, action, fields }: Choice): string =>
  `<form method="${method}" action="${escape(action)}">${Object.entries(fields)
    .map(([field, value]) => `<input type="hidden" name="${escape(field)}" value="${escape(value)}">`)
    .join('')}<button>${escape(name)}</button></form>`

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const style = `
:root { color-scheme: dark light }
body { margin: 0; font: 14px/20px system-ui, sans-serif; background: light-dark(#f6f7f9, #0b0d10); color: light-dark(#15181d, #e9ebee) }
main { max-width: 360px; margin: 10vh auto 0; padding: 0 16px } h1 { font-size: 20px } p { color: light-dark(#5a6370, #9ba4b0) }
button { display: block; width: 100%; margin: 8px 0; padding: 12px; font: inherit; text-align: left; color: inherit; background: light-dark(#fff, #12151a); border: 1px solid light-dark(#828b98, #5b6572); border-radius: 8px; cursor: pointer }`
