import { type Role, permissionsOf, roleNames, roles } from '@keydesk/contract'
import { useRouter } from '@tanstack/react-router'
import { ChevronRight, Eye } from 'lucide-react'
import { Button } from '../../kit/controls/button.tsx'
import { Modal } from '../../kit/overlay/dialog.tsx'
import { roleSummaries } from '../../session/role-summaries.ts'
import { useAuth } from '../../session/session-provider.tsx'

const isViewable = (role: Role): boolean => role !== 'owner'

/** Chooses the role that an owner views the app as. */
export function ViewAsDialog({ onClose }: { readonly onClose: () => void }) {
  const { viewAs } = useAuth()
  const router = useRouter()
  const view = (role: Role) => {
    viewAs({ role, name: roleNames[role], permissions: permissionsOf[role] })
    onClose()
    // The role may not have the Dashboard: then its first screen opens, as after a sign-in.
    if (router.state.location.pathname === '/') void router.navigate({ to: '/', replace: true })
  }
  return (
    <Modal
      size="sm"
      title="View as a role"
      description="See what people with this role see, in this tab only. You cannot change anything meanwhile."
      onClose={onClose}
    >
      <ul className="-mx-2 space-y-0.5">
        {roles.filter(isViewable).map((role) => (
          <li key={role}>
            <button
              type="button"
              onClick={() => view(role)}
              className="flex min-h-12 w-full items-center gap-3 rounded-control px-2 py-1.5 text-left outline-offset-0 hover:bg-hover"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{roleNames[role]}</span>
                <span className="block text-table text-muted">{roleSummaries[role]}</span>
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}

/** Shows on every screen that an owner views the app as a role. Its height is included in `--header-height`. */
export function ViewingBar({ name }: { readonly name: string }) {
  const { viewAs } = useAuth()
  return (
    <div role="status" data-viewing-bar className="flex h-12 items-center gap-3 bg-accent px-3 text-on-accent md:px-5">
      <Eye aria-hidden className="size-4 shrink-0 max-md:hidden" />
      <p className="min-w-0 flex-1 text-table leading-tight font-medium">You are viewing as {name}. Nothing can be changed.</p>
      <Button size="sm" onClick={() => viewAs(null)}>
        Stop viewing
      </Button>
    </div>
  )
}
