import { bulkMessage, type BulkSet } from '@keydesk/contract'

interface Props {
  readonly names: readonly string[]
  readonly set: BulkSet
  readonly text: string
}

/** The one message, as Discord shows it. */
export function MessagePreview({ names, set, text }: Props) {
  const { title, description, fields } = bulkMessage(names, set, text)
  return (
    <figure>
      <figcaption className="mb-1.5 text-caption text-muted">Preview of the message</figcaption>
      <div className="space-y-2 rounded-control border border-l-4 border-border border-l-accent bg-bg p-3">
        <p className="font-semibold">{title}</p>
        <p className="whitespace-pre-line">{description}</p>
        {fields.length > 0 && (
          <dl className="flex flex-wrap gap-x-6 gap-y-2 text-table">
            {fields.map(({ name, value }) => (
              <div key={name}>
                <dt className="font-medium">{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </figure>
  )
}
