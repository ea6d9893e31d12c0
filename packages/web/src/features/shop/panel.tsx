import { imageTypes, type ShopSettings, shopInput } from '@keydesk/contract'
import { useQuery } from '@tanstack/react-query'
import { ImageUp, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Controller } from 'react-hook-form'
import { useApi } from '../../api/context.tsx'
import { Button } from '../../kit/controls/button.tsx'
import { FileButton } from '../../kit/controls/file-button.tsx'
import { Input } from '../../kit/controls/input.tsx'
import { useShortcut } from '../../kit/controls/keyboard.ts'
import { Select } from '../../kit/controls/select.tsx'
import { Loaded } from '../../kit/feedback/loaded.tsx'
import { SkeletonLines } from '../../kit/feedback/loading.tsx'
import { Field } from '../../kit/form/field.tsx'
import { checkWith } from '../../kit/form/form-check.ts'
import { editsOf } from '../../kit/form/three-way.ts'
import { useEditing } from '../../kit/form/use-editing.ts'
import { useUnsaved } from '../../kit/form/use-unsaved.ts'
import { PanelSection } from '../../kit/overlay/drawer.tsx'
import { shopQuery, useRemoveLogo, useSaveShop, useUploadLogo } from './data.ts'

/** What customers see of the shop. For owners and managers. */
export function ShopPanel() {
  const query = useQuery(shopQuery(useApi()))
  return (
    <Loaded query={query} failure="Failed to fetch the shop" skeleton={<SkeletonLines lines={8} />}>
      {(settings) => (
        <div className="space-y-6">
          <Logo settings={settings} />
          <Details settings={settings} />
        </div>
      )}
    </Loaded>
  )
}

/** On white, as mails and pages have it: it is readable in both themes. */
function Logo({ settings: { logo_url, name, default_name } }: { readonly settings: ShopSettings }) {
  const upload = useUploadLogo()
  const remove = useRemoveLogo()
  return (
    <PanelSection title="Logo" description="At the top of mails and of the pages for customers, in place of the name.">
      <div className="flex flex-wrap items-center gap-3">
        {logo_url !== '' && (
          <span className="rounded-control border border-border p-2" style={{ background: '#fff' }}>
            <img src={logo_url} alt={name || default_name} className="h-10 max-w-60 object-contain" />
          </span>
        )}
        <FileButton
          label="Logo file"
          accept={imageTypes.join()}
          icon={<ImageUp aria-hidden />}
          busy={upload.isPending && `Uploading... ${upload.percent} %`}
          onFile={(file) => upload.mutate(file)}
        >
          {logo_url === '' ? 'Upload logo' : 'Replace logo'}
        </FileButton>
        {logo_url !== '' && (
          <Button variant="ghost" icon={<Trash2 aria-hidden />} busy={remove.isPending && 'Removing...'} onClick={() => remove.mutate()}>
            Remove logo
          </Button>
        )}
      </div>
    </PanelSection>
  )
}

const check = checkWith(shopInput)

const toValues = ({ name, reply_to, terms_url, privacy_url, books_zone }: ShopSettings) => ({
  ...{ name, reply_to, terms_url, privacy_url, books_zone },
})

function Details({ settings }: { readonly settings: ShopSettings }) {
  const save = useSaveShop()
  const {
    form,
    save: submit,
    isSaving,
  } = useEditing({ row: settings, toValues, check, send: (sent, { values }) => save.mutateAsync(editsOf(values, sent)) })
  const { errors, isDirty } = form.formState
  useUnsaved(isDirty, { isInPanel: true })
  const element = useRef<HTMLFormElement>(null)
  useShortcut('mod+s', () => void submit(), { enabled: isDirty && !isSaving, form: element })
  const sender = settings.from === '' ? 'Who customers see, and where their answers go.' : `Mails come from ${settings.from}.`
  return (
    <PanelSection title="Shop" description={sender}>
      <form ref={element} noValidate className="space-y-4" onSubmit={submit}>
        <div className="grid gap-4 @lg/page:grid-cols-2">
          <Field label="Shop name" helper="At the top of mails and of the pages for customers." error={errors.name?.message}>
            {(props) => <Input {...props} {...form.register('name')} autoComplete="organization" placeholder={settings.default_name} />}
          </Field>
          <Field label="Reply-to" helper="Where replies go. Blank: to the sender." error={errors.reply_to?.message}>
            {(props) => (
              <Input
                {...props}
                {...form.register('reply_to')}
                type="email"
                inputMode="email"
                autoComplete="off"
                placeholder={settings.from}
              />
            )}
          </Field>
          <Field label="Terms" helper="A page of your shop, which the login page links to." error={errors.terms_url?.message}>
            {(props) => <Input {...props} {...form.register('terms_url')} inputMode="url" autoComplete="off" placeholder="https://" />}
          </Field>
          <Field label="Privacy" helper="Your privacy notice, linked there too." error={errors.privacy_url?.message}>
            {(props) => <Input {...props} {...form.register('privacy_url')} inputMode="url" autoComplete="off" placeholder="https://" />}
          </Field>
          <Field label="Time zone of the books" helper="The books count days in this zone." error={errors.books_zone?.message}>
            {(props) => (
              <Controller
                control={form.control}
                name="books_zone"
                render={({ field: { value, onChange } }) => (
                  <Select {...props} value={value} onChange={onChange} options={zonesWith(value)} />
                )}
              />
            )}
          </Field>
        </div>
        <Button type="submit" variant="primary" disabled={!isDirty} busy={isSaving && 'Saving...'}>
          Save shop
        </Button>
      </form>
    </PanelSection>
  )
}

/** All zones that the browser knows, with the stored one. */
function zonesWith(stored: string): { value: string; label: string }[] {
  const known = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(stored === '' ? [] : [stored])])
  return [{ value: '', label: 'Each person’s own' }, ...[...known].map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))]
}
