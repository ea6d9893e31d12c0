import { roleNames, type Role } from '@keydesk/contract'
import { Eye } from 'lucide-react'
import { Button } from '../kit/button.tsx'
import { useAuth } from '../session/session-provider.tsx'

/** Says on every screen that an owner looks through a role. As high as `--viewing-bar-height`. */
export function ViewingBar({ role }: { readonly role: Role }) {
  const { viewAs } = useAuth()
  return (
    <div role="status" data-viewing-bar className="flex h-(--viewing-bar-height) items-center gap-3 bg-accent px-3 text-on-accent md:px-5">
      <Eye aria-hidden className="size-4 shrink-0 max-md:hidden" />
      <p className="min-w-0 flex-1 text-table leading-tight font-medium">You are viewing as {roleNames[role]}. Nothing can be changed.</p>
      <Button size="sm" onClick={() => viewAs(null)}>
        Stop viewing
      </Button>
    </div>
  )
}
