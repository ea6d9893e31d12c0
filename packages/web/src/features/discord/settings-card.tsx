import type { DiscordSettings } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useRef, useState, type SubmitEvent } from 'react'
import { useApi } from '../../api/context.tsx'
import { Badge } from '../../kit/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { Panel } from '../../kit/card.tsx'
import { Field } from '../../kit/field.tsx'
import { Input } from '../../kit/input.tsx'
import { useShortcut } from '../../kit/keyboard.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { SkeletonLines } from '../../kit/skeleton.tsx'
import { SwitchField } from '../../kit/switch.tsx'
import type { Problems } from '../../kit/form-check.ts'
import { useUnsaved } from '../../kit/use-unsaved.ts'
import { ChannelField } from './channel-field.tsx'
import { discordSettingsQuery, useSaveDiscordSettings } from './discord-data.ts'
import { checkSettings, isChanged, toForm, withoutSaved, type SettingsForm } from './settings-form.ts'

export function SettingsCard({ isRunning }: { readonly isRunning: boolean }) {
  const settings = useQuery(discordSettingsQuery(useApi()))
  return (
    <Panel title="Integration Settings" description="Where the bot posts, and as whom.">
      <Loaded query={settings} failure="Failed to load Discord settings" skeleton={<SettingsSkeleton />}>
        {(stored) => <Settings stored={stored} isRunning={isRunning} />}
      </Loaded>
    </Panel>
  )
}

/** As high as the form. */
const SettingsSkeleton = () => (
  <div className="h-145 sm:h-107 md:h-97">
    <SkeletonLines lines={8} />
  </div>
)

function Settings({ stored, isRunning }: { readonly stored: DiscordSettings; readonly isRunning: boolean }) {
  const [edits, setEdits] = useState<Partial<SettingsForm>>({})
  const [problems, setProblems] = useState<Problems>({})
  const form = useRef<HTMLFormElement>(null)
  const save = useSaveDiscordSettings()
  const before = toForm(stored)
  const values = { ...before, ...edits }
  const isDirty = isChanged(values, before)
  useUnsaved(isDirty)

  const change = (edit: Partial<SettingsForm>) => {
    setEdits((others) => ({ ...others, ...edit }))
    setProblems({})
  }
  const submit = () => {
    const found = checkSettings(values)
    setProblems(found)
    const [first] = Object.keys(found)
    if (first !== undefined) return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    // What was typed meanwhile stays.
    return save.mutate(values, { onSuccess: () => setEdits((now) => withoutSaved(now, values)) })
  }
  useShortcut('mod+s', submit, { enabled: isDirty && !save.isPending })

  const channel = (name: 'updates_channel_id' | 'restock_channel_id') => ({
    name,
    value: values[name],
    stored: stored[name],
    error: problems[name],
    isRunning,
    onChange: (value: string) => change({ [name]: value }),
  })
  return (
    <form
      ref={form}
      noValidate
      className="space-y-4"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      <ChannelField
        {...channel('updates_channel_id')}
        channel="updates"
        label="Updates Channel ID"
        helper="Product updates and announcements."
      />
      <Field
        label="Bot Token"
        helper={
          <>
            {stored.bot_token_set
              ? 'Leave it blank to keep the token that is set. It is never shown. '
              : 'From the bot page of the developer portal. '}
            A new one restarts a running bot.
          </>
        }
        error={problems['bot_token']}
      >
        {(control) => (
          <div className="flex items-center gap-3">
            <Input
              {...control}
              name="bot_token"
              type="password"
              autoComplete="new-password"
              mono
              value={values.bot_token}
              onChange={(event) => change({ bot_token: event.target.value })}
            />
            {stored.bot_token_set && <Badge tone="green">Token is set</Badge>}
          </div>
        )}
      </Field>
      <ChannelField
        {...channel('restock_channel_id')}
        channel="restock"
        label="Restock Channel ID"
        helper="Variants that are back in stock."
      />
      <SwitchField
        label="Enable Notifications"
        helper="While it is off nothing is posted, and nothing is kept for later."
        checked={values.notifications_enabled}
        onChange={(notifications_enabled) => change({ notifications_enabled })}
      />
      {save.data !== undefined && save.data.length > 0 && !isDirty && <Warnings warnings={save.data} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={save.isPending && 'Saving...'}>
          Save Settings
        </Button>
      </div>
    </form>
  )
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  return (
    <div role="alert" className="flex items-start gap-2 rounded-control bg-yellow-hue/15 px-3 py-2 text-yellow">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <ul className="space-y-1">
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </div>
  )
}
