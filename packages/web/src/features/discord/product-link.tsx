import { type DiscordSettings, discordSettingsInput, discordSettingsLabels as labels } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { Input } from '../../kit/controls/input.tsx'
import { useShortcut } from '../../kit/controls/keyboard.ts'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonLines } from '../../kit/feedback/loading.tsx'
import { Field } from '../../kit/form/field.tsx'
import { checkWith } from '../../kit/form/form-check.ts'
import { useEditing } from '../../kit/form/use-editing.ts'
import { useUnsaved } from '../../kit/form/use-unsaved.ts'
import { PanelSection } from '../../kit/overlay/drawer.tsx'
import { useSaveDiscordSettings } from './commands.ts'
import { discordSettingsQuery } from './data.ts'

/** The address of a product in the storefront, which posts link to. */
export function ProductLinkPanel() {
  const settings = useQuery(discordSettingsQuery(useApi()))
  return (
    <PanelSection
      title="Posts"
      description="Where posts link to. Channels and the bot are on the Discord screen."
      action={
        <Link to="/discord" className="rounded-sm text-accent hover:underline touch:py-3">
          Open Discord
        </Link>
      }
    >
      <Loaded query={settings} failure="Failed to load Discord settings" skeleton={<SkeletonLines lines={3} />}>
        {(stored) => <ProductLink stored={stored} />}
      </Loaded>
    </PanelSection>
  )
}

const check = checkWith(discordSettingsInput)

function ProductLink({ stored }: { readonly stored: DiscordSettings }) {
  const save = useSaveDiscordSettings()
  const {
    form,
    save: submit,
    isSaving,
  } = useEditing({
    row: stored,
    toValues: ({ product_url = '' }) => ({ product_url }),
    check,
    send: (sent) => save.mutateAsync(sent),
  })
  const { errors, isDirty } = form.formState
  useUnsaved(isDirty, { isInPanel: true })
  const element = useRef<HTMLFormElement>(null)
  useShortcut('mod+s', () => void submit(), { enabled: isDirty && !isSaving, form: element })
  return (
    <form ref={element} noValidate className="space-y-4" onSubmit={submit}>
      <Field
        label={labels.product_url}
        helper="The page of a product in your shop, with {id} for its number. Blank: posts have no link."
        error={errors.product_url?.message}
      >
        {(props) => (
          <Input
            {...props}
            {...form.register('product_url')}
            inputMode="url"
            autoComplete="off"
            placeholder="https://shop.example/p/{id}"
          />
        )}
      </Field>
      <Button type="submit" variant="primary" disabled={!isDirty} busy={isSaving && 'Saving...'}>
        Save link
      </Button>
    </form>
  )
}
