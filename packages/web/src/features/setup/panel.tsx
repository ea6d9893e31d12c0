import { type Product, type SetupStep, setupSteps } from '@keydesk/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '../../api/context.tsx'
import { queryKeys } from '../../api/query-keys.ts'
import { Button, buttonClass } from '../../kit/controls/button.tsx'
import { lazyDialog } from '../../kit/feedback/lazy-part.tsx'
import { Panel } from '../../kit/layout/card.tsx'
import { useSearchParams } from '../../kit/search-params.ts'
import { productsQuery } from '../products/data.ts'
import { setupTitle } from './pending.tsx'

const TestSaleDialog = lazyDialog('Test sale', async () => (await import('./test-sale.tsx')).TestSaleDialog)

interface Props {
  readonly steps: readonly { readonly step: string; readonly is_done: boolean }[]
  readonly onPutAway: () => void
}

/** The steps of a new shop, each with its button. Done ones tick themselves. */
export function SetupPanel({ steps, onPutAway }: Props) {
  useRefreshAfterPanel()
  const [isSelling, setSelling] = useState(false)
  const isDone = (step: SetupStep) => steps.some((one) => one.step === step && one.is_done)
  const known = setupSteps.filter((step) => steps.some((one) => one.step === step))
  // The product to put keys into. A shop that is at this step has few.
  const products = useQuery({ ...productsQuery(useApi()), enabled: !isDone('product') })
  const product = products.data?.[0]
  const done = known.filter(isDone).length
  const next = known.find((step) => !isDone(step))
  return (
    <Panel
      title={setupTitle}
      description={`${done} of ${known.length} done.`}
      padded={false}
      actions={
        <Button size="sm" variant="ghost" onClick={onPutAway}>
          Dismiss
        </Button>
      }
    >
      <ol aria-label={setupTitle}>
        {known.map((step) => (
          <Step key={step} {...texts[step]} isDone={isDone(step)}>
            {step === 'sale' ? (
              <Button
                size="sm"
                variant={step === next ? 'primary' : 'secondary'}
                disabled={!isDone('product') || !isDone('api_key')}
                onClick={() => setSelling(true)}
              >
                {texts.sale.button}
              </Button>
            ) : (
              <Link {...linkOf(step, product)} className={buttonClass({ size: 'sm', variant: step === next ? 'primary' : 'secondary' })}>
                {step === 'product' && product !== undefined ? 'Add keys' : texts[step].button}
              </Link>
            )}
          </Step>
        ))}
      </ol>
      {isSelling && <TestSaleDialog onClose={() => setSelling(false)} />}
    </Panel>
  )
}

/** A panel over this screen, such as Team, may have done a step. */
function useRefreshAfterPanel(): void {
  const queries = useQueryClient()
  const { panel } = useSearchParams()
  const refresh = useEffectEvent(() => void queries.invalidateQueries({ queryKey: queryKeys.setup }))
  useEffect(() => {
    if (panel === undefined) refresh()
  }, [panel])
}

interface StepTexts {
  readonly title: string
  readonly text: string
  readonly button: string
}

const texts: Readonly<Record<SetupStep, StepTexts>> = {
  product: {
    title: 'Add a product with keys',
    text: 'A name, a price, and the keys that customers get.',
    button: 'Add a product',
  },
  api_key: {
    title: 'Create an API key',
    text: 'Your storefront sells with it. It is shown once: copy it for the test sale.',
    button: 'Create an API key',
  },
  sale: {
    title: 'Make a test sale',
    text: 'Buys one of your keys with the API key, as your storefront will.',
    button: 'Make a test sale',
  },
  discord: {
    title: 'Connect Discord',
    text: 'A bot that posts updates and restocks: enter its token, choose a channel, start it.',
    button: 'Open Discord',
  },
  mail: {
    title: 'Send mail',
    text: 'Customers get their keys by mail once the server has a mail account.',
    button: 'Open Mails',
  },
  team: {
    title: 'Protect your access',
    text: 'Invite a second owner or manager, or turn on two-factor sign-in in the user menu.',
    button: 'Open Team',
  },
}

/** Where a step is done. */
function linkOf(step: Exclude<SetupStep, 'sale'>, product: Product | undefined): LinkProps {
  if (step === 'discord') return { to: '/discord' }
  if (step !== 'product') return { to: '.', search: (before: object) => ({ ...before, panel: panels[step] }) }
  if (product === undefined) return { to: '/products', search: { add: '1' } }
  // Opens the variant, where the keys are added.
  return { to: '/products/$id', params: { id: product.id }, search: { variant: product.variants[0]?.id }, hash: 'variants' }
}

const panels = { api_key: 'api-keys', mail: 'mails', team: 'team' } as const

interface StepProps extends StepTexts {
  readonly isDone: boolean
  /** Its button. */
  readonly children: ReactNode
}

/** Done or not, a step is equally high. */
const Step = ({ title, text, isDone, children }: StepProps) => (
  <li className="flex min-h-11 items-center gap-3 border-t border-border px-4 py-1 touch:min-h-13.25">
    {isDone ? (
      <CircleCheck aria-hidden className="size-4 shrink-0 text-green" />
    ) : (
      <Circle aria-hidden className="size-4 shrink-0 text-muted" />
    )}
    <span className="sr-only">{isDone ? 'Done' : 'To do'}</span>
    <div className="flex min-w-0 flex-1 gap-3">
      <p className={isDone ? 'text-muted' : 'font-medium'}>{title}</p>
      {/* Where it fits on the line, so that all steps are equally high. */}
      {!isDone && <p className="hidden truncate text-table text-muted @min-[60rem]/page:block">{text}</p>}
    </div>
    {!isDone && children}
  </li>
)
