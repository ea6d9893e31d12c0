import type { Product } from '@keydesk/contract'
import { Panel } from '../../../kit/card.tsx'
import { PageHeader } from '../../../kit/page-header.tsx'
import { Page } from '../../../kit/page.tsx'
import { useTitle } from '../../../kit/use-title.ts'
import { usDate } from '../panels/update-date.ts'
import { ProductStatuses } from '../product-statuses.tsx'
import { HistoryPanel } from '../history-panel.tsx'
import { ReadText } from '../rich-text/early-text.tsx'
import { SalesPausedBanner } from '../sales-paused-banner.tsx'
import { Fact, Facts } from './facts.tsx'
import { filterFacts } from './filter-facts.ts'
import { MediaList } from './media-list.tsx'
import { VariantsTable } from './variants-table.tsx'
import { inSentence } from '../../../kit/format.ts'
import { useIsOwnHost } from '../../../session/session-provider.tsx'

/** A product to read: the panels of the editor, for a role that changes no products. Nothing here asks for keys. */
export function ProductView({ product }: { readonly product: Product }) {
  useTitle(`Product Details: ${product.name}`)
  const hasHistory = useIsOwnHost()
  return (
    <Page>
      <PageHeader
        title={`Product Details: ${inSentence(product.name)}`}
        description="What customers see."
        meta={<ProductStatuses product={product} />}
      />
      {product.sales_paused && <SalesPausedBanner canEnd={false} />}
      <div className="space-y-4">
        <Panel title="Basic Information">
          <Facts>
            <Fact name="Name">{product.name}</Fact>
            <Fact name="Short Description">{product.description}</Fact>
            <Fact name="Full Description">{product.full_description && <ReadText html={product.full_description} />}</Fact>
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
            <Fact name="Update Status">{product.update_status}</Fact>
            <Fact name="Detection Status">{product.detection_status}</Fact>
            <Fact name="System Requirements">{product.requirements && <ReadText html={product.requirements} />}</Fact>
            <Fact name="Supported On">{product.supported_on}</Fact>
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
