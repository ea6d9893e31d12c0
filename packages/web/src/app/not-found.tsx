import { Link } from '@tanstack/react-router'
import { buttonClass } from '../kit/controls/button.tsx'
import { useTitle } from '../kit/layout/page.tsx'

export function NotFound() {
  useTitle('404 Not Found')
  return (
    <main id="content" className="flex min-h-dvh flex-col items-center justify-center p-6 text-center">
      <h1 className="text-display font-semibold tracking-tight">404 Not Found</h1>
      <p className="mt-2 text-muted">The page you are looking for does not exist.</p>
      <Link to="/" className={`mt-6 ${buttonClass()}`}>
        Back to the start
      </Link>
    </main>
  )
}
