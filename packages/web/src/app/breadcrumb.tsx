import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { type Screen, screens } from '../routes/screens.ts'

/** The titles of the parent screens and of this screen. */
export function Breadcrumb({ screen }: { readonly screen: Screen }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex items-center gap-1.5">
        {above(screen).map(({ path, title }) => (
          <li key={path} className="flex items-center gap-1.5 text-muted">
            <Link
              to={path}
              activeOptions={{ exact: true }}
              className="rounded-sm hover:text-text touch:-my-3 touch:inline-block touch:py-3"
            >
              {title}
            </Link>
            <ChevronRight aria-hidden className="size-3.5" />
          </li>
        ))}
        <li aria-current="page" className="truncate font-medium">
          {screen.title}
        </li>
      </ol>
    </nav>
  )
}

const above = (screen: Screen): Screen[] => screens.filter(({ path }) => path !== '/' && screen.path.startsWith(`${path}/`))
