import { type Announcement, announcementPost, embedLimits } from '@keydesk/contract'
import { useDeferredValue, useId, useState } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { Input } from '../../kit/controls/input.tsx'
import { Segmented } from '../../kit/controls/segmented.tsx'
import { SwitchField } from '../../kit/controls/switch.tsx'
import { FailedHint } from '../../kit/feedback/failed.tsx'
import { Notice } from '../../kit/feedback/notice.tsx'
import { Warning } from '../../kit/overlay/warning.tsx'
import { Field } from '../../kit/form/field.tsx'
import { formatCount, formatDateTime, formatUtc, localToUtc, viewerZone } from '../../kit/text/format.ts'
import { usePostOutlook } from '../discord/data.ts'
import { PlaceField } from '../discord/parts.tsx'
import { isPosted } from './data.ts'
import { type AnnouncementForm, formLabels, isCut, suggestTime } from './form.ts'
import { DiscordLine, DiscordText, Mention } from './parts.tsx'

interface PostFieldsProps {
  readonly form: UseFormReturn<AnnouncementForm>
  /** The announcement being edited. */
  readonly stored?: Announcement | undefined
}

/** Whether and when an announcement is posted, whom it notifies, and a preview. */
export function PostFields({ form, stored }: PostFieldsProps) {
  const values = useWatch({ control: form.control }) as AnnouncementForm
  const isInChannel = stored !== undefined && isPosted(stored)
  return (
    <div className="space-y-4 border-t border-border pt-4">
      {isInChannel ? <UpdateSwitch form={form} /> : <PostSwitch form={form} values={values} stored={stored} />}
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

function PostSwitch({ form, values: { post_to_discord: isOn, when }, stored }: PostFieldsProps & { readonly values: AnnouncementForm }) {
  const outlook = usePostOutlook({ isLater: when === 'later' })
  const ifOff =
    stored?.delivery === 'failed' ? 'The post failed, and saving does not send it again. Turn this on to post it.' : 'Nothing is posted.'
  return (
    <Controller
      control={form.control}
      name="post_to_discord"
      render={({ field }) => (
        <>
          <SwitchField
            label={formLabels.post_to_discord}
            helper={isOn ? helperOf(outlook) : ifOff}
            checked={field.value}
            onChange={field.onChange}
          />
          {isOn && outlook?.state === 'blocked' && (
            <Notice role="status" tone="yellow">
              {outlook.text}
            </Notice>
          )}
          {isOn && outlook?.state === 'unknown' && <FailedHint {...outlook} title={outlook.text} />}
        </>
      )}
    />
  )
}

/** The helper text of the switch, unless a warning below it says the same. */
const helperOf = (outlook: ReturnType<typeof usePostOutlook>) =>
  outlook?.state === 'posts' || outlook?.state === 'waits' ? outlook.text : undefined

const UpdateSwitch = ({ form }: Pick<PostFieldsProps, 'form'>) => (
  <Controller
    control={form.control}
    name="update_post"
    render={({ field }) => (
      <SwitchField
        label={formLabels.update_post}
        helper={field.value ? 'It is posted. Saving edits the post.' : 'It is posted. The post stays as it is.'}
        checked={field.value}
        onChange={field.onChange}
      />
    )}
  />
)

const times = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'Later' },
]

function When({ form, values: { when, publish_at } }: Pick<PostFieldsProps, 'form'> & { readonly values: AnnouncementForm }) {
  const choose = (next: string) => {
    form.setValue('when', next === 'later' ? 'later' : 'now', { shouldDirty: true })
    if (next === 'later' && publish_at === '') form.setValue('publish_at', suggestTime(new Date()), { shouldDirty: true })
  }
  const utc = formatUtc(localToUtc(publish_at)).replace(':00 UTC', ' UTC')
  return (
    <div className="space-y-3">
      <Segmented label={formLabels.when} value={when} options={times} onChange={choose} />
      {when === 'later' && (
        <Field
          label={formLabels.publish_at}
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

const RoleField = ({ form, isInChannel }: Pick<PostFieldsProps, 'form'> & { readonly isInChannel: boolean }) => (
  <PlaceField
    form={form}
    name="mention_role_id"
    kind="roles"
    label={formLabels.mention_role_id}
    helper={isInChannel ? 'An edit notifies nobody.' : 'The role in Discord that the post notifies. Blank for nobody.'}
  />
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

interface PostPreviewProps {
  readonly title: string
  readonly content: string
  readonly mentionRoleId: string | null
  /** The time shown below the post, ISO 8601. */
  readonly at: string
}

/** The post as Discord shows it. */
function PostPreview({ title, content, mentionRoleId, at }: PostPreviewProps) {
  const post = announcementPost(title, content, mentionRoleId)
  const id = useId()
  return (
    <figure aria-labelledby={id}>
      <figcaption id={id} className="mb-1.5 text-caption text-muted">
        Preview of the post
      </figcaption>
      <div className="rounded-control border border-border bg-bg p-3">
        {post.mention !== null && (
          <p className="mb-2">
            <Mention kind="roles" id={post.mention} />
          </p>
        )}
        <div
          className="space-y-1 rounded-control border border-l-4 border-border bg-surface p-3 wrap-anywhere"
          style={{ borderLeftColor: `#${post.color.toString(16).padStart(6, '0')}` }}
        >
          <p className="font-semibold">
            <DiscordLine text={post.title} />
          </p>
          <div className="text-table">
            <DiscordText text={post.description} />
          </div>
          <p className="pt-1 text-caption text-muted">{formatDateTime(at)}</p>
        </div>
        {isCut(content) && (
          <Warning role="status" className="mt-2 text-table">
            The post ends there: Discord shows {formatCount(embedLimits.description)} characters. Shorten the text, or post the rest as
            another notification.
          </Warning>
        )}
      </div>
    </figure>
  )
}
