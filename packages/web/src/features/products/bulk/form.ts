import { type BulkInput, type BulkSet, type Product, bulkInput } from '@keydesk/contract'
import { plural } from '../../../kit/text/format.ts'
import type { Problems } from '../../../kit/form/form-check.ts'

/** The dialog's fields. An empty text leaves a field of the products unchanged. */
export interface BulkForm {
  update_status: '' | NonNullable<BulkSet['update_status']>
  detection_status: '' | NonNullable<BulkSet['detection_status']>
  sales_paused: '' | 'yes' | 'no'
  featured: '' | 'yes' | 'no'
  unlisted: '' | 'yes' | 'no'
  announces: boolean
  /** Null until somebody writes a message; then one is suggested. */
  text: string | null
}

export const emptyBulkForm: BulkForm = {
  ...{ update_status: '', detection_status: '', sales_paused: '', featured: '', unlisted: '' },
  announces: false,
  text: null,
}

/** The two urgent changes: something was detected, and it is over. */
export const presets: readonly { readonly label: string; readonly form: BulkForm }[] = [
  { label: 'Detected: pause and post', form: { ...emptyBulkForm, detection_status: 'Detected', sales_paused: 'yes', announces: true } },
  {
    label: 'Undetected again: resume and post',
    form: { ...emptyBulkForm, update_status: 'Updated', detection_status: 'Undetected', sales_paused: 'no', announces: true },
  },
]

export function formToSet(form: BulkForm): BulkSet {
  const toggles = (['sales_paused', 'featured', 'unlisted'] as const).filter((name) => form[name] !== '')
  return {
    ...(form.update_status !== '' && { update_status: form.update_status }),
    ...(form.detection_status !== '' && { detection_status: form.detection_status }),
    ...Object.fromEntries(toggles.map((name) => [name, form[name] === 'yes'])),
  }
}

export const changesAnything = (form: BulkForm): boolean => Object.keys(formToSet(form)).length > 0

/** The products in the message: unlisted ones are left out. None if no product changes, because then nothing is posted. */
export const announced = (products: readonly Product[], set: BulkSet): readonly Product[] =>
  changesNone(products, set) ? [] : products.filter((product) => !(set.unlisted ?? product.unlisted))

/** All of these products have the chosen values already. */
export function changesNone(products: readonly Product[], set: BulkSet): boolean {
  const chosen = chosenIn(set)
  return chosen.length > 0 && !products.some((product) => chosen.some(([field, value]) => isChanged(product, field, value)))
}

export const textOf = (form: BulkForm, count: number): string => form.text ?? suggestText(formToSet(form), count)

export function formToBody(form: BulkForm, products: readonly Product[]): BulkInput {
  const set = formToSet(form)
  const { length } = announced(products, set)
  return {
    ids: products.map(({ id }) => id),
    set,
    ...(form.announces && length > 0 && { announce: { text: textOf(form, length) } }),
  }
}

export function checkBulkForm(form: BulkForm, products: readonly Product[]): Problems {
  const result = bulkInput.safeParse(formToBody(form, products))
  const problem = result.success ? undefined : result.error.issues.find(({ path }) => path[0] === 'announce')
  return problem === undefined ? {} : { text: problem.message }
}

/** The suggested message. */
function suggestText({ update_status, detection_status, sales_paused }: BulkSet, count: number): string {
  const it = count === 1 ? 'it' : 'them'
  const sentences = [
    detection_status === 'Detected' && `Detected. Please do not use ${it} until we post again.`,
    detection_status === 'Undetected' && `Undetected again. You can use ${it} as before.`,
    detection_status === 'Unknown' && `We are checking whether ${count === 1 ? 'it is' : 'they are'} detected.`,
    update_status === 'Updating' && 'An update is being made.',
    update_status === 'Updated' && 'The newest version is ready.',
    sales_paused === true && 'Sales are paused until then.',
    sales_paused === false && 'Sales are open.',
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}

type Field = keyof BulkSet

const chosenIn = (set: BulkSet) => Object.entries(set).filter(([, value]) => value !== undefined) as [Field, never][]
const isChanged = (product: Product, field: Field, value: unknown): boolean => (product[field] ?? false) !== value

/** The consequence of each field, as the rest of a sentence that begins with '5 products'. */
const outcomes: { readonly [Name in Field]-?: (value: NonNullable<BulkSet[Name]>, isOne: boolean) => string } = {
  update_status: (status, isOne) => `${isOne ? 'becomes' : 'become'} ${status}`,
  detection_status: (status, isOne) => `${isOne ? 'becomes' : 'become'} ${status}`,
  sales_paused: (isPaused) =>
    isPaused ? 'cannot be bought until sales are resumed; pending orders can still be paid' : 'can be bought again',
  featured: (isFeatured, isOne) =>
    isFeatured ? `${isOne ? 'is' : 'are'} marked as featured for the store` : `${isOne ? 'is' : 'are'} not featured any more`,
  unlisted: (isUnlisted, isOne) =>
    isUnlisted ? `${isOne ? 'is' : 'are'} hidden from the store` : `${isOne ? 'is' : 'are'} shown in the store`,
}

/** One sentence for each changed field: how many products change, and how many have the value already. */
export function consequencesOf(products: readonly Product[], set: BulkSet): string[] {
  return chosenIn(set).map(([field, value]) => {
    const changed = products.filter((product) => isChanged(product, field, value)).length
    const already = products.length - changed
    if (changed === 0) return `Nothing changes in ${names[field]}: ${already === 1 ? 'it is' : `all ${already} are`} so already.`
    const sentence = `${plural(changed, 'product')} ${outcomes[field](value, changed === 1)}`
    return already === 0 ? `${sentence}.` : `${sentence} (${already} ${already === 1 ? 'is' : 'are'} so already).`
  })
}

const names: Readonly<Record<Field, string>> = {
  update_status: 'update status',
  detection_status: 'detection status',
  sales_paused: 'sales',
  featured: 'featured',
  unlisted: 'listing',
}
