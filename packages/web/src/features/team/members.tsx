import {
  type ApiKey,
  hasSwitch,
  inSentence,
  isRole,
  limits,
  may,
  type Member,
  type Role,
  roleNames,
  roles,
  switchNames,
} from '@keydesk/contract'
import { UserCheck, UserX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, IconButton } from '../../kit/controls/button.tsx'
import { CheckboxField } from '../../kit/controls/checkbox.tsx'
import { filterClass } from '../../kit/controls/input.tsx'
import { Select } from '../../kit/controls/select.tsx'
import { Badge } from '../../kit/feedback/badge.tsx'
import { Card } from '../../kit/layout/card.tsx'
import { useConfirm } from '../../kit/overlay/confirm.tsx'
import { Modal } from '../../kit/overlay/dialog.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { DateText } from '../../kit/text/date-text.tsx'
import { formatCount, plural } from '../../kit/text/format.ts'
import { roleSummaries } from '../../session/role-summaries.ts'
import { useAuth } from '../../session/session-provider.tsx'
import { useFetchKeysMadeBy } from '../api-keys/data.ts'
import { useApiKeyActions } from '../api-keys/parts.tsx'
import { switchWords, useChangeMember } from './data.ts'

/** In a row a control has no edge until it is hovered. */
const cellClass = filterClass(false)

export const roleOptions = roles.map((role) => ({ value: role, label: roleNames[role] }))

export function MembersTable({ members }: { readonly members: readonly Member[] }) {
  const own = useAuth().user?.username
  return <DataTable label="Members" rows={members} columns={columnsFor(own)} rowKey={({ id }) => id} empty={null} />
}

const columnsFor = (own: string | undefined): Column<Member>[] => [
  {
    title: 'Member',
    share: 2,
    priority: 'high',
    cell: ({ username, email, disabled }) => (
      <>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {username}
          {username === own && <span className="font-normal text-muted">(you)</span>}
          {disabled && <Badge tone="red">Disabled</Badge>}
        </span>
        <span className="block text-caption font-normal text-muted">{email}</span>
      </>
    ),
  },
  { title: 'Role', cell: (member) => <RoleSelect member={member} isOwn={member.username === own} /> },
  { title: 'Keys an hour', cell: (member) => <KeyLimit member={member} /> },
  { title: 'May', share: 3, priority: 'low', cell: (member) => <MemberSwitches member={member} /> },
  {
    title: 'Two-factor',
    cell: ({ two_factor }) => (two_factor ? <Badge tone="green">On</Badge> : <Badge tone="neutral">Off</Badge>),
  },
  { title: 'Last sign-in', share: 2, priority: 'low', cell: ({ last_sign_in_at }) => <DateText at={last_sign_in_at} /> },
  {
    title: 'Actions',
    hideTitle: true,
    isActions: true,
    // Owners cannot disable themselves by mistake; another owner can.
    cell: (member) => (member.username === own ? null : <ToggleMember member={member} />),
  },
]

function RoleSelect({ member, isOwn }: { readonly member: Member; readonly isOwn: boolean }) {
  const confirm = useConfirm()
  const change = useChangeMember()
  const choose = async (role: Role) => {
    const [title, yes] = [`Change the role of ${inSentence(member.username)}?`, `Make ${roleNames[role]}`]
    // Always asked: an arrow key on the closed list changes it, too.
    if (await confirm({ title, text: questionOf(member, role, isOwn), yes })) change.mutate({ member, input: { role } })
  }
  return (
    <Select
      aria-label={`Role of ${member.username}`}
      value={member.role}
      options={roleOptions}
      onChange={(role) => void choose(roles.find((known) => known === role)!)}
      styleClass={cellClass}
      className="-ml-3 w-36"
    />
  )
}

const keyLimits = [0, 5, 10, limits.keysPerHour, 50, 100, 200, 500, limits.mostKeysPerHour]

/** How often a member may replace and show keys per hour, if the role may at all. */
function KeyLimit({ member }: { readonly member: Member }) {
  const change = useChangeMember()
  const { username, role, keys_per_hour } = member
  if (role === 'owner') return <span className="text-muted">No limit</span>
  if (!isRole(role) || !may(role, 'orders:reveal')) return <span className="text-muted">None</span>
  // The API may have set another value.
  const values = [...new Set([...keyLimits, keys_per_hour])].toSorted((one, other) => one - other)
  return (
    <Select
      aria-label={`Keys an hour of ${username}`}
      value={String(keys_per_hour)}
      options={values.map((value) => ({ value: String(value), label: formatCount(value) }))}
      onChange={(value) => change.mutate({ member, input: { keys_per_hour: Number(value) } })}
      styleClass={cellClass}
      className="-ml-3 w-24"
    />
  )
}

/** What a member may do beside the role, as far as the role has it. */
function MemberSwitches({ member }: { readonly member: Member }) {
  const change = useChangeMember()
  const { username, role, switches } = member
  if (role === 'owner') return <span className="text-muted">Everything</span>
  const shown = switchNames.filter((name) => isRole(role) && hasSwitch(role, name))
  return (
    <span role="group" aria-label={`${username} may`} className="-my-1.5 flex flex-wrap gap-x-3">
      {shown.map((name) => (
        <span key={name} data-tooltip={`May ${switchWords[name].what}`}>
          <CheckboxField
            label={switchWords[name].name}
            checked={switches[name]}
            onChange={(isOn) => change.mutate({ member, input: { switches: { [name]: isOn } } })}
          />
        </span>
      ))}
    </span>
  )
}

/** What follows from another role. */
function questionOf(member: Member, role: Role, isOwn: boolean): string {
  const name = inSentence(member.username)
  if (isOwn) return `You can no longer manage the team, and only another owner can undo this. ${endOfInvitations('you')}`
  if (role === 'owner') return `${name} can then do everything, and can also disable you.`
  return member.role === 'owner' ? endOfInvitations(name) : `What ${name} may then use: ${roleSummaries[role]}`
}

/** Only owners can invite. */
const endOfInvitations = (who: string): string => `Invitations that ${who} made and that are still open are revoked.`

function ToggleMember({ member }: { readonly member: Member }) {
  const confirm = useConfirm()
  const change = useChangeMember()
  const fetchKeysMadeBy = useFetchKeysMadeBy()
  const [isLooking, setLooking] = useState(false)
  const isThere = useRef(false)
  useEffect(() => {
    isThere.current = true
    return () => void (isThere.current = false)
  }, [])
  /** The member's API keys while the question about them is open. */
  const [apiKeys, setApiKeys] = useState<readonly ApiKey[]>([])
  const { username, role, disabled } = member
  const name = inSentence(username)
  const end = `${name} is signed out at once on every device, and cannot sign in until you enable the account again. Everything that ${name} did stays.`
  const text = role === 'owner' ? `${end} ${endOfInvitations(name)}` : end

  const disable = async () => {
    setLooking(true)
    const made = await fetchKeysMadeBy(member.id).catch(() => null)
    // The button must have the focus again before the question opens, which returns it on closing.
    flushSync(() => setLooking(false))
    // The panel was closed meanwhile: the question must not open over another screen.
    if (!isThere.current) return
    if (made !== null && made.length > 0) return setApiKeys(made)
    const whole = made === null ? `${text} The API keys could not be fetched: check them afterwards.` : text
    if (await confirm({ title: `Disable ${name}?`, text: whole, yes: 'Disable', isDanger: true }))
      change.mutate({ member, input: { disabled: true } })
  }
  const enable = async () => {
    const question = { title: `Enable ${name}?`, text: `${name} can sign in again with the same password.`, yes: 'Enable' }
    if (await confirm(question)) change.mutate({ member, input: { disabled: false } })
  }
  return (
    <>
      <IconButton
        label={`${disabled ? 'Enable' : 'Disable'} ${username}`}
        icon={disabled ? <UserCheck aria-hidden /> : <UserX aria-hidden />}
        busy={change.isPending || isLooking}
        onClick={() => void (disabled ? enable() : disable())}
      />
      {apiKeys.length > 0 && (
        <DisableDialog
          username={username}
          text={text}
          apiKeys={apiKeys}
          onDisable={() => {
            setApiKeys([])
            change.mutate({ member, input: { disabled: true } })
          }}
          onClose={() => setApiKeys([])}
        />
      )}
    </>
  )
}

interface Props {
  readonly username: string
  readonly text: string
  /** Keys made by the member when the question opened. A key that is rotated or revoked here stays in the list. */
  readonly apiKeys: readonly ApiKey[]
  readonly onDisable: () => void
  readonly onClose: () => void
}

/** Asks before it disables a member who has made API keys. Actions on the keys take effect at once, whatever the answer. */
function DisableDialog({ username, text, apiKeys, onDisable, onClose }: Props) {
  const [done, setDone] = useState<ReadonlyMap<number, 'rotated' | 'revoked'>>(new Map())
  const name = inSentence(username)
  const footer = (
    <>
      <Button onClick={onClose} data-autofocus>
        Cancel
      </Button>
      <Button variant="danger" onClick={onDisable}>
        Disable
      </Button>
    </>
  )
  return (
    <Modal role="alertdialog" title={`Disable ${name}?`} description={text} onClose={onClose} footer={footer}>
      <p className="mt-2 mb-2">{`${name} made these API keys and may know them. They go on working unless you rotate or revoke them.`}</p>
      <Card>
        <ul className="divide-y divide-border">
          {apiKeys.map((key) => {
            const what = done.get(key.id)
            return (
              <li key={key.id} className="flex min-h-14 items-center gap-2 px-4 py-2">
                <span className="min-w-0 flex-1">
                  <span className="block font-medium break-words">{key.name}</span>
                  <span className="block text-caption text-muted">
                    <span className="font-mono">{key.hint}…</span>
                    {key.pending_orders > 0 && `, ${plural(key.pending_orders, 'pending order')}`}
                  </span>
                </span>
                {what === undefined ? (
                  <KnownKeyActions apiKey={key} onDone={(step) => setDone(new Map(done).set(key.id, step))} />
                ) : (
                  <Badge tone={what === 'rotated' ? 'green' : 'red'}>{what === 'rotated' ? 'Rotated' : 'Revoked'}</Badge>
                )}
              </li>
            )
          })}
        </ul>
      </Card>
    </Modal>
  )
}

interface KnownKeyProps {
  readonly apiKey: ApiKey
  readonly onDone: (step: 'rotated' | 'revoked') => void
}

function KnownKeyActions({ apiKey, onDone }: KnownKeyProps) {
  const { actions, dialog } = useApiKeyActions(apiKey, { isKnown: true, onDone })
  return (
    <>
      {actions.map(({ label, busy, onSelect }) => (
        <Button key={label} size="sm" aria-label={`${label} ${apiKey.name}`} disabled={busy} onClick={onSelect}>
          {label}
        </Button>
      ))}
      {dialog}
    </>
  )
}
