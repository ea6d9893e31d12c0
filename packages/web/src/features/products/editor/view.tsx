import { hasField, inSentence, type Product, productLabels, type VariantSummary } from '@keydesk/contract'
import { KeyRound } from 'lucide-react'
import { Children, type ReactNode } from 'react'
import { useAbsolute } from '../../../api/context.tsx'
import { Badge } from '../../../kit/feedback/badge.tsx'
import { EmptyState } from '../../../kit/feedback/empty-state.tsx'
import { Panel } from '../../../kit/layout/card.tsx'
import { Page, PageHeader, useTitle } from '../../../kit/layout/page.tsx'
import { ReadText } from '../../../kit/rich-text/read-text.tsx'
import { type Column, DataTable } from '../../../kit/table/data-table.tsx'
import { formatCount } from '../../../kit/text/format.ts'
import { Money } from '../../../kit/text/money.tsx'
import { useIsOwnHost } from '../../../session/session-provider.tsx'
import { labelOf, stockOf } from '../format.ts'
import { MediaTile } from '../media/panel.tsx'
import { usDate } from './form.ts'
import { DeletedNote, HistoryPanel, ProductStatuses, SalesPausedBanner } from './parts.tsx'

interface ProductViewProps {
  readonly product: Product
  /** It was deleted. */
  readonly isGone: boolean
  /** Says that it could not be refreshed. */
  readonly outdated: ReactNode
}

/** A read-only product: the panels of the editor for roles that may not change products. Fetches no keys. */
export function ProductView({ product, isGone, outdated }: ProductViewProps) {
  useTitle(`Product Details: ${product.name}`)
  const hasHistory = useIsOwnHost()
  return (
    <Page>
      <PageHeader
        title={`Product Details: ${inSentence(product.name)}`}
        description="What customers see."
        meta={<ProductStatuses product={product} />}
      />
      {isGone && (
        <div className="mb-4">
          <DeletedNote kind="product" id={product.id}>
            This is what it was.
          </DeletedNote>
        </div>
      )}
      {outdated}
      {product.sales_paused && <SalesPausedBanner canEnd={false} />}
      <div className="space-y-4">
        <Panel title="Basic Information">
          <Facts>
            <Fact name={productLabels.name}>{product.name}</Fact>
            <Fact name={productLabels.description}>{product.description}</Fact>
            <Fact name={productLabels.full_description}>{product.full_description && <ReadText html={product.full_description} />}</Fact>
          </Facts>
        </Panel>
        <Panel title="Filters">
          <Facts>
            {filterFacts(product).map(({ name, value }) => (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ))}
          </Facts>
        </Panel>
        <Panel title="Details">
          <Facts>
            <Fact name={productLabels.update_status}>{product.update_status}</Fact>
            <Fact name={productLabels.detection_status}>{product.detection_status}</Fact>
            <Fact name={productLabels.requirements}>{product.requirements && <ReadText html={product.requirements} />}</Fact>
            <Fact name={productLabels.supported_on}>{product.supported_on}</Fact>
          </Facts>
        </Panel>
        <Panel title="Media">
          <MediaList product={product} />
        </Panel>
        <Panel title="Variants">
          <div className="max-w-(--text-column)">
            <VariantsTable variants={product.variants} />
          </div>
        </Panel>
        <Panel title="Instructions">
          <p className="max-w-(--text-column) whitespace-pre-wrap">{product.instructions || <None>No instructions yet.</None>}</p>
        </Panel>
        <Panel title="FAQ">
          {product.faq.length === 0 ? (
            <None>No questions yet.</None>
          ) : (
            <dl className="max-w-(--text-column) space-y-4">
              {product.faq.map(({ question, answer }, index) => (
                <div key={index}>
                  <dt className="font-medium">{question}</dt>
                  <dd className="mt-1 whitespace-pre-wrap text-muted">{answer}</dd>
                </div>
              ))}
            </dl>
          )}
        </Panel>
        <Panel title="Updates">
          {product.updates.length === 0 ? (
            <None>No updates yet.</None>
          ) : (
            <ul className="space-y-4">
              {product.updates.map(({ title, date, description }, index) => (
                <li key={index}>
                  <p className="font-medium">
                    {title} <span className="font-normal text-muted">{usDate(date)}</span>
                  </p>
                  <ReadText html={description} />
                </li>
              ))}
            </ul>
          )}
        </Panel>
        {hasHistory && <HistoryPanel id={product.id} />}
      </div>
    </Page>
  )
}

const None = ({ children }: { readonly children: string }) => <span className="text-muted">{children}</span>

/** Pairs of name and value. */
const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 gap-y-2">{children}</dl>
)

/** One pair. An empty value is a dash. */
const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{isEmpty(children) ? <span className="text-muted">–</span> : children}</dd>
  </>
)

const isEmpty = (children: ReactNode): boolean => Children.toArray(children).every((child) => child === '')

interface Named {
  readonly name: string
  readonly value: string
}

const yesOrNo = (isOn: boolean): string => (isOn ? 'Yes' : 'No')

/** The filters of the product's category, and how it is listed. */
function filterFacts(product: Product): Named[] {
  const { category } = product
  const facts: (Named | false)[] = [
    { name: productLabels.category, value: labelOf(category) },
    hasField(category, 'cheat_type') && { name: productLabels.cheat_type, value: labelOf(product.cheat_type) },
    hasField(category, 'game_name') && { name: productLabels.game_name, value: product.game_name },
    hasField(category, 'spoofer_type') && { name: productLabels.spoofer_type, value: labelOf(product.spoofer_type) },
    hasField(category, 'anti_cheat') && { name: productLabels.anti_cheat, value: labelOf(product.anti_cheat) },
    hasField(category, 'firmware_type') && { name: productLabels.firmware_type, value: labelOf(product.firmware_type) },
    hasField(category, 'hardware_type') && { name: productLabels.hardware_type, value: labelOf(product.hardware_type) },
    hasField(category, 'anti_cheats_supported') && {
      name: productLabels.anti_cheats_supported,
      value: product.anti_cheats_supported.join(', '),
    },
    hasField(category, 'has_day_keys') && { name: productLabels.has_day_keys, value: yesOrNo(product.has_day_keys) },
    { name: productLabels.featured, value: yesOrNo(product.featured) },
    { name: productLabels.unlisted, value: yesOrNo(product.unlisted) },
    product.sales_paused !== undefined && { name: productLabels.sales_paused, value: yesOrNo(product.sales_paused) },
  ]
  return facts.filter((fact) => fact !== false)
}

/** Images and videos without actions. */
function MediaList({ product }: { readonly product: Product }) {
  const absolute = useAbsolute()
  if (product.media_items.length === 0) return <p className="text-muted">No images or videos yet.</p>
  const items = product.media_items.toSorted((a, b) => a.display_order - b.display_order)
  return (
    <ul aria-label="Media" className="grid grid-cols-[repeat(auto-fill,minmax(min(12rem,100%),1fr))] gap-3">
      {items.map((item, index) => (
        <MediaTile
          key={item.id}
          item={item}
          name={`${item.type === 'video' ? 'Video' : 'Image'} ${index + 1}`}
          isActive={item.type === 'image' && product.thumbnail !== '' && absolute(item.url) === absolute(product.thumbnail)}
        />
      ))}
    </ul>
  )
}

const columns: readonly Column<VariantSummary>[] = [
  {
    title: 'Name',
    share: 1,
    priority: 'high',
    cell: ({ name, is_draft }) => (
      <span className="font-medium">
        {name || 'Without a name'} {is_draft && <Badge tone="neutral">Draft</Badge>}
      </span>
    ),
  },
  { title: 'Price', align: 'right', priority: 'high', cell: ({ price }) => <Money amount={price} /> },
  { title: 'Stock', align: 'right', cell: (variant) => formatStock(stockOf(variant)) },
]

/** The variants of a product, without keys. */
const VariantsTable = ({ variants }: { readonly variants: readonly VariantSummary[] }) => (
  <DataTable
    label="Variants"
    rows={variants}
    columns={columns}
    rowKey={({ id }) => id}
    empty={<EmptyState icon={<KeyRound />} title="No variants yet" />}
  />
)

function formatStock(stock: number | undefined) {
  if (stock === undefined) return '–'
  return stock === 0 ? <Badge tone="red">Out of stock</Badge> : formatCount(stock)
}
