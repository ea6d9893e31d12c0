import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { buttonClass } from '../kit/controls/button.tsx'
import { EmptyState } from '../kit/feedback/empty-state.tsx'
import { Page } from '../kit/layout/page.tsx'
import { useMay } from '../session/session-provider.tsx'
import { homeOf, screens } from '../routes/screens.ts'

/** Replaces a screen that the person may not use. */
export function NoAccess({ title }: { readonly title: string }) {
  const may = useMay()
  const home = screens.find(({ path, permission }) => path === homeOf(may) && may(permission))
  const leave = home && (
    <Link to={home.path} className={buttonClass()}>
      Go to {home.title}
    </Link>
  )
  return (
    <Page>
      <h1 className="sr-only">{title}</h1>
      <EmptyState icon={<Lock />} title="You do not have access" hint="Ask an owner if you need this screen." action={leave} />
    </Page>
  )
}
