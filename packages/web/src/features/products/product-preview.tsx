import type { Product } from '@keydesk/contract'
import { cx } from 'class-variance-authority'
import { Save, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../kit/button.tsx'
import { Panel } from '../../kit/card.tsx'
import { controlClass } from '../../kit/input.tsx'
import { PageHeader } from '../../kit/page-header.tsx'
import { Page } from '../../kit/page.tsx'
import { Skeleton, SkeletonLines } from '../../kit/skeleton.tsx'
import { ProductStatuses } from './product-statuses.tsx'
import { EditorFrame, EditorSkeleton } from './rich-text/editor-skeleton.tsx'

const titleStart = 'Product Details: '

interface Props {
  /** What is known of it already, if anything. */
  readonly product: Product | undefined
}

/** A product's page before its editor is there: the first panels, with what is known in its place. */
export function ProductPreview({ product }: Props) {
  return (
    <Page>
      <PageHeader
        title={product ? titleStart + product.name : <Slot field="name" before={titleStart} bar="w-72" />}
        description="What customers see, and the keys that they get."
        meta={<ProductStatuses product={product} />}
        actions={
          <>
            <Button icon={<Trash2 aria-hidden />} disabled>
              Delete Product
            </Button>
            <Button variant="primary" icon={<Save aria-hidden />} disabled>
              Save Changes
            </Button>
          </>
        }
      />
      <div className="gap-8 xl:grid xl:grid-cols-[11rem_minmax(0,1fr)]">
        <div className="pl-4 max-xl:hidden">
          <SkeletonLines lines={8} />
        </div>
        <div className="min-w-0 space-y-4">
          <Panel title="Basic Information">
            <div className="space-y-4">
              <Labelled label="Name">
                <div className={`${controlClass} flex items-center`}>{product?.name ?? <Slot field="name" bar="w-48" />}</div>
              </Labelled>
              <Labelled label="Short Description">
                <div className={`${controlClass} h-14.5 max-md:h-16.5 overflow-hidden py-2 whitespace-pre-wrap`}>
                  {product ? product.description : <Slot field="description" bar="w-72" />}
                </div>
              </Labelled>
              <p className="-mt-2.5 text-caption text-muted">One or two sentences, for lists and cards.</p>
              <Labelled label="Full Description">
                {product ? (
                  <EditorSkeleton height="min-h-40" html={product.full_description} />
                ) : (
                  <EditorFrame height="min-h-40">
                    <Slot field="full_description" bar="w-144" />
                  </EditorFrame>
                )}
              </Labelled>
            </div>
          </Panel>
          {/* What stands below a text of unknown length would move once that is there. */}
          {product && <PanelSkeletons heights={['h-60', 'h-96']} />}
        </div>
      </div>
    </Page>
  )
}

const Labelled = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <p className="mb-1.5 font-medium">{label}</p>
    {children}
  </div>
)

interface SlotProps {
  readonly field: 'name' | 'description' | 'full_description'
  readonly before?: string
  readonly bar: string
}

/** A grey bar for what is not known; in a shell, `public/boot.js` puts what it reads in its place. */
const Slot = ({ field, before, bar }: SlotProps) => (
  <span className="block" data-fill={field} data-before={before}>
    {/* As high as a line of text, so that nothing moves when that comes. */}
    &#8203;
    <span className="inline-block animate-delayed align-middle">
      <Skeleton className={cx('h-[1em] max-w-full', bar)} />
    </span>
  </span>
)

/** Panels of which nothing is known yet but how high they are. */
export const PanelSkeletons = ({ heights }: { readonly heights: readonly string[] }) =>
  heights.map((height, panel) => (
    <div key={panel} className={`${height} rounded-card border border-border bg-surface p-4`}>
      <Skeleton className="mb-5 h-4 w-40" />
      <SkeletonLines lines={5} />
    </div>
  ))
