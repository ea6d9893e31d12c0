import { roleNames, roles, type Role } from '@keydesk/contract'
import { ChevronRight } from 'lucide-react'
import { Modal } from '../../kit/dialog.tsx'
import { roleSummaries } from '../../session/role-summaries.ts'
import { useAuth } from '../../session/session-provider.tsx'

const isViewable = (role: Role): boolean => role !== 'owner'

/** Chooses the role that an owner looks through. */
export function ViewAsDialog({ onClose }: { readonly onClose: () => void }) {
  const { viewAs } = useAuth()
  return (
    <Modal
      size="sm"
      title="View as a role"
      description="See what the people of your team see, in this tab alone. Nothing can be changed meanwhile."
      onClose={onClose}
    >
      <ul className="-mx-2 space-y-0.5">
        {roles.filter(isViewable).map((role) => (
          <li key={role}>
            <button
              type="button"
              onClick={() => {
                viewAs(role)
                onClose()
              }}
              className="flex min-h-13 w-full items-center gap-3 rounded-control px-2 py-1.5 text-left outline-offset-0 hover:bg-hover"
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
