import type { Announcement } from '@keydesk/contract'
import { useDeferredValue, useState } from 'react'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { FailedHint } from '../../kit/failed.tsx'
import { Field } from '../../kit/field.tsx'
import { formatUtc, viewerZone } from '../../kit/format.ts'
import { Input } from '../../kit/input.tsx'
import { localToUtc } from '../../kit/local-time.ts'
import { Segmented } from '../../kit/segmented.tsx'
import { SwitchField } from '../../kit/switch.tsx'
import { usePostOutlook } from '../discord/post-outlook-data.ts'
import { isPosted, announcementLabels, suggestTime, type AnnouncementForm } from './announcement-form.ts'
import { PostPreview } from './post-preview.tsx'

interface Props {
  readonly form: UseFormReturn<AnnouncementForm>
  /** The one that is edited. */
  readonly stored?: Announcement | undefined
}

/** Whether, when and to whom a notification is posted, and what that looks like. */
export function PostFields({ form, stored }: Props) {
  const values = useWatch({ control: form.control }) as AnnouncementForm
  const isInChannel = stored !== undefined && isPosted(stored)
  return (
    <div className="space-y-4 border-t border-border pt-4">
      {isInChannel ? <UpdateSwitch form={form} /> : <PostSwitch form={form} values={values} />}
      {!isInChannel && values.post_to_discord && <When form={form} values={values} />}
      {(isInChannel ? values.update_post : values.post_to_discord) && (
        <>
          <RoleField form={form} isInChannel={isInChannel} />
          <Preview values={values} stored={stored} />
        </>
      )}
    </div>
  )
}

function PostSwitch({ form, values: { post_to_discord: isOn, when } }: Pick<Props, 'form'> & { readonly values: AnnouncementForm }) {
  const outlook = usePostOutlook({ isLater: when === 'later' })
  return (
    <Controller
      control={form.control}
      name="post_to_discord"
      render={({ field }) => (
        <>
          <SwitchField
            label={announcementLabels.post_to_discord}
            helper={isOn ? helperOf(outlook) : 'Nothing is posted.'}
            checked={field.value}
            onChange={field.onChange}
          />
          {isOn && outlook?.state === 'blocked' && (
            <p role="status" className="rounded-control bg-yellow-hue/15 px-3 py-2 text-yellow">
              {outlook.text}
            </p>
          )}
          {isOn && outlook?.state === 'unknown' && <FailedHint {...outlook} title={outlook.text} />}
        </>
      )}
    />
  )
}

/** What stands out below the switch is not said beside it. */
const helperOf = (outlook: ReturnType<typeof usePostOutlook>) =>
  outlook?.state === 'posts' || outlook?.state === 'waits' ? outlook.text : undefined

const UpdateSwitch = ({ form }: Pick<Props, 'form'>) => (
  <Controller
    control={form.control}
    name="update_post"
    render={({ field }) => (
      <SwitchField
        label={announcementLabels.update_post}
        helper={field.value ? 'It is posted. Saving edits the post.' : 'It is posted. The post stays as it is.'}
        checked={field.value}
        onChange={field.onChange}
      />
    )}
  />
)

const times = [
  { value: 'now', label: 'At once' },
  { value: 'later', label: 'At a time' },
]

function When({ form, values: { when, publish_at } }: Pick<Props, 'form'> & { readonly values: AnnouncementForm }) {
  const choose = (next: string) => {
    form.setValue('when', next === 'later' ? 'later' : 'now', { shouldDirty: true })
    if (next === 'later' && publish_at === '') form.setValue('publish_at', suggestTime(new Date()), { shouldDirty: true })
  }
  const utc = formatUtc(localToUtc(publish_at)).replace(':00 UTC', ' UTC')
  return (
    <div className="space-y-3">
      <Segmented label={announcementLabels.when} value={when} options={times} onChange={choose} />
      {when === 'later' && (
        <Field
          label={announcementLabels.publish_at}
          required
          helper={`In your own time zone (${viewerZone()})${utc === '' ? '' : `; saved as ${utc}`}`}
          error={form.formState.errors.publish_at?.message}
        >
          {(control) => <Input {...control} {...form.register('publish_at')} type="datetime-local" max="9999-12-31T23:59" />}
        </Field>
      )}
    </div>
  )
}

const RoleField = ({ form, isInChannel }: Pick<Props, 'form'> & { readonly isInChannel: boolean }) => (
  <Field
    label={announcementLabels.mention_role_id}
    helper={isInChannel ? 'An edit notifies nobody.' : 'The ID of a role in Discord that the post notifies. Blank for nobody.'}
    error={form.formState.errors.mention_role_id?.message}
  >
    {(control) => (
      <Input {...control} {...form.register('mention_role_id')} mono inputMode="numeric" autoComplete="off" spellCheck={false} />
    )}
  </Field>
)

function Preview({ values, stored }: { readonly values: AnnouncementForm; readonly stored: Announcement | undefined }) {
  const [opened] = useState(() => new Date().toISOString())
  const { title, content, mention_role_id, when, publish_at } = useDeferredValue(values)
  if (title.trim() === '' && content.trim() === '') return <p className="text-caption text-muted">The preview appears as you type.</p>
  const role = mention_role_id.trim()
  const later = when === 'later' ? localToUtc(publish_at) : ''
  const at = stored?.posted_at ?? (later === '' ? opened : later)
  return <PostPreview title={title} content={content} mentionRoleId={/^\d{17,20}$/.test(role) ? role : null} at={at} />
}
