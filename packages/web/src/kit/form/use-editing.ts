import { type SyntheticEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type ResolverOptions, useForm, useWatch } from 'react-hook-form'
import type { ApiError } from '../../api/error.ts'
import { StaleError } from '../../api/stale.ts'
import { lazyDialog } from '../feedback/lazy-part.tsx'
import type { ConflictQuestion } from './conflict-dialog.tsx'
import type { Edits } from './draft-store.ts'
import { type Problems, resolverFor, showEdits, useFocusProblem, useFormSubmit } from './form-check.ts'
import { type OutsideText, useOutsideText } from './outside-text.ts'
import { type FieldRules, changedFields, editsOf, compare, isClash, putOnTop, editsAsStored, takeIn } from './three-way.ts'
import { useDraft } from './use-draft.tsx'

/** The state that the edits are based on: a stored row, and its form values. After a save the values are newer than the row. */
export interface Base<Row, Values> {
  readonly row: Row
  readonly values: Values
}

interface Sending {
  /** Another try, with the edits on top of a newer row: the person has answered the questions about them. */
  readonly isOnTop: boolean
  /** Call once the edits are stored, with the new version, if `send` refetches before it resolves. */
  readonly stored: (version: number | undefined) => void
}

export interface EditingOptions<Row extends object, Values extends FieldValues> {
  /** The noun in the question about a conflict: 'coupon'. Unused if rows have no version. */
  readonly what?: string
  /** The names of the fields in that question. */
  readonly names?: Readonly<Partial<Record<keyof Values, string>>>
  /** How that question shows a value that is not typed as it is read; null for the name of the field alone. */
  readonly formats?: { readonly [Name in keyof Values]?: (values: Values) => string | null }
  /** The stored row, replaced by each refetch. If it has a version, a higher one is newer. */
  readonly row: Row
  readonly toValues: (row: Row) => Values
  readonly rules?: FieldRules<Values>
  readonly outside?: OutsideText<Base<Row, Values>, Values>
  readonly check: (values: Values, base: Base<Row, Values>) => Problems
  /**
   * Saves the values with the version of the row. Rejects with an ApiError if it is refused, with a StaleError that holds the stored row if
   * somebody else saved first. Resolves to `false` if the person cancels.
   */
  readonly send: (values: Values, base: Base<Row, Values>, sending: Sending) => Promise<unknown>
  /** The values to show after a save: without secrets. */
  readonly afterSave?: (sent: Values) => Values
  /** The message of a refusal that names no field; null if a toast shows it. */
  readonly inlineError?: (error: ApiError) => string | null
  /** A selector of the part of the page in which to scroll to the first marked field. */
  readonly focusIn?: string
  /** Stores edits as a draft of the thing, such as `coupon:12`. `isWanted` restores an earlier draft at once. */
  readonly draft?: { readonly thing: string; readonly isWanted?: boolean }
}

/** The question of `conflict`. It is rare, so its code loads when it is asked. */
export const ConflictDialog = lazyDialog('Another save was faster', async () => (await import('./conflict-dialog.tsx')).ConflictDialog)

type Choice = 'apply' | 'reload' | 'keep'

/** Edits a row that others may edit too: refetches, saves and drafts never lose an edit (docs/reference/calls.md, Two people editing). */
export function useEditing<Row extends object, Values extends FieldValues>(options: EditingOptions<Row, Values>) {
  const { row, toValues, rules = {}, outside, what = '', names, formats } = options
  const [base, setBase] = useState<Base<Row, Values>>(() => ({ row, values: toValues(row) }))
  /** The same as `base`, readable before the next render. */
  const [current] = useState(() => createHolder(base))
  const seen = useRef(row)
  /** Newer than the base if it clashes with the edits and was not taken in. */
  const newest = useRef(row)
  const isBehind = useRef(false)
  const isOnTop = useRef(false)
  const [question, setQuestion] = useState<ConflictQuestion | null>(null)
  const text = useOutsideText(outside, () => current.get().values)
  const form = useForm<Values>({
    defaultValues: inForm(base.values, text.field) as DefaultValues<Values>,
    resolver: (values, context, given) =>
      resolverFor<Values>((typed) => options.check(typed, current.get()))(withUnreadable(values, given.fields), context, given),
    shouldFocusError: options.focusIn === undefined,
  })
  const focusProblem = useFocusProblem(options.focusIn)

  // A copy, because typing changes the form's own lists during a save.
  const read = (): Values => text.addTo(structuredClone(form.getValues()))
  const edited = () => ({ base: current.get().values, mine: read() })
  const rebase = (next: Base<Row, Values>) => {
    current.set(next)
    setBase(next)
  }
  const show = (next: Base<Row, Values>, mine: Values) => {
    rebase(next)
    const edits = editsOf(next.values, mine, rules)
    showEdits(form, inForm(next.values, text.field), inForm(edits, text.field))
    text.showIn(mine)
  }
  const showStored = (stored: Row) => {
    const values = rules.keepShown?.(toValues(stored), current.get().values) ?? toValues(stored)
    show({ row: stored, values }, values)
  }
  /** What a stale save brings, and the edits beside it. */
  const beside = (stored: Row) => {
    const theirs = toValues(stored)
    return { theirs, edits: editsAsStored(edited(), theirs, rules) }
  }
  const applyOnTop = (theirs: Row) => {
    isBehind.current = false
    const found = beside(theirs)
    const next = putOnTop(found.edits, found.theirs, rules)
    show({ row: theirs, values: next.base }, next.mine)
  }

  const take = (stored: Row, isOwn: boolean) => {
    const theirs = toValues(stored)
    const versions = { base: versionOf(current.get().row), theirs: versionOf(stored), isOwn }
    const next = takeIn(edited(), theirs, versions, rules)
    if (next === null) return
    isBehind.current = false
    if (compare(edited(), theirs, rules).changed.length > 0) return show({ row: stored, values: next.base }, next.mine)
    // Nothing changes on screen, so do not reset the form: a reset could lose a letter that is typed at that moment.
    rebase({ row: stored, values: current.get().values })
  }
  const takeInStored = useEffectEvent((stored: Row) => {
    if (seen.current === stored) return
    seen.current = stored
    if (!isOlder(stored, newest.current)) newest.current = stored
    take(stored, isBehind.current)
  })
  useEffect(() => takeInStored(row), [row])

  const shownBase = useMemo(() => inForm(base.values, text.field), [base, text.field])
  const draft = useDraft<Values>({
    thing: options.draft?.thing ?? null,
    form,
    base: shownBase,
    version: versionOf(base.row),
    ...(outside && { except: [outside.field] }),
    ...(rules.isSame && { isSame: rules.isSame }),
    ...(rules.tied && { tied: rules.tied }),
    onRestore: ({ base: before, edits, version }: Edits) => {
      const values = { ...current.get().values, ...before }
      show({ row: { ...current.get().row, version }, values }, { ...text.addTo(values), ...edits })
    },
  })
  const restoreWanted = useEffectEvent(() => {
    if (options.draft?.isWanted === true) draft.restore()
  })
  useEffect(() => restoreWanted(), [])

  /** The sent edits are stored now, beside what was taken in meanwhile; newer input stays an edit. */
  const saved = (sent: Values, from: Base<Row, Values>, version: number | undefined) => {
    const stored = { ...current.get().values, ...editsOf(from.values, sent, rules) }
    const next = putOnTop({ base: stored, mine: read() }, options.afterSave?.(stored) ?? stored, rules)
    const { row: before } = current.get()
    show({ row: version === undefined ? before : { ...before, version }, values: next.base }, next.mine)
    draft.saved(changedFields(from.values, sent, rules))
  }
  const markOutside = (values: Values): boolean => {
    const message = outside?.check(values, current.get())
    if (outside && message !== undefined) form.setError(outside.field as Path<Values>, { message })
    return message !== undefined
  }
  const { submit, problem } = useFormSubmit<Values>({
    form,
    send: () => {
      const [sent, from] = [read(), current.get()]
      if (markOutside(sent)) return Promise.resolve(false)
      // The save ends with its answer and does not wait for refetches.
      return new Promise((resolve, reject) => {
        let isStored = false
        const stored = (version: number | undefined) => {
          if (!isStored) saved(sent, from, version)
          isStored = true
          resolve(true)
        }
        const end = (answer: unknown) => (answer === false ? resolve(false) : stored(undefined))
        options.send(sent, from, { isOnTop: isOnTop.current, stored }).then(end).catch(reject)
      })
    },
    inlineError: (error) => options.inlineError?.(error) ?? null,
  })

  /** Whether all changes of this row are edits from here, such as those of a save whose answer was lost. */
  const isOnScreen = (stored: Row): boolean => {
    const { theirs, edits } = beside(stored)
    const changed = changedFields(edits.base, theirs, rules)
    const unlike = new Set(changedFields(edits.mine, theirs, rules))
    return changed.length > 0 && changed.every((field) => !unlike.has(field))
  }
  const ask = (stored: Row) =>
    new Promise<Choice>((choose) => {
      const { theirs, edits } = beside(stored)
      const { changed, both } = compare(edits, theirs, rules)
      const labelOf = (field: keyof Values) => names?.[field] ?? String(field)
      // A merged field gets neither value.
      const valueOf = (field: keyof Values & string, values: Values) =>
        rules.merge?.[field] ? null : formats?.[field] ? formats[field](values) : values[field]
      const clashes = both.map((field) => ({ name: labelOf(field), theirs: valueOf(field, theirs), mine: valueOf(field, edits.mine) }))
      const answer = (choice: Choice) => () => {
        setQuestion(null)
        choose(choice)
      }
      const answers = { onApply: answer('apply'), onReload: answer('reload'), onClose: answer('keep') }
      setQuestion({ what, changed: changed.map(labelOf), both: clashes, ...answers })
    })
  /** Checks and sends the edits, and asks if somebody else saved first. Resolves to false if they are not stored. */
  const save = async (event?: SyntheticEvent): Promise<boolean> => {
    event?.preventDefault()
    if (question !== null || form.formState.isSubmitting) return false
    for (isOnTop.current = false; ; isOnTop.current = true) {
      try {
        const isStored = await submit()
        if (isStored) return true
        markOutside(read())
        focusProblem()
        return false
      } catch (error) {
        if (!(error instanceof StaleError)) throw error
        const theirs = error.stored as Row
        newest.current = theirs
        const mayBeOwn = isBehind.current && !isClash(edited(), toValues(theirs), rules, true)
        if (!mayBeOwn && !isOnScreen(theirs)) {
          const choice = await ask(theirs)
          if (choice === 'reload') showStored(theirs)
          if (choice !== 'apply') return false
        }
        applyOnTop(theirs)
      }
    }
  }

  return {
    form,
    base,
    read,
    rules,
    isSaving: form.formState.isSubmitting,
    save,
    /** The message of a refusal. */
    problem,
    /** The props of a ConflictDialog, or null. */
    conflict: question,
    /** Shows the newest stored values. */
    discard: () => (isOlder(current.get().row, newest.current) ? showStored(newest.current) : show(current.get(), current.get().values)),
    /** During a change from here, until its result is read: a refetch or a stale save is merged without a question, unless they clash. */
    expectStored: (isExpected = true) => void (isBehind.current = isExpected),
    /** Applies the edits on top of that result, unless they clash or a later save was answered first. */
    readBack: (stored: Row) => {
      take(stored, true)
      isBehind.current = false
    },
    text,
    /** Call on each edit of the text outside the form. */
    textTyped: () => {
      form.clearErrors(text.field as Path<Values> | undefined)
      text.typed()
    },
    /** Unsaved edits stay in the browser when the tab closes. */
    keepsDraft: options.draft !== undefined,
    /** Asks about the draft of an earlier visit. Render it above the form. */
    offer: draft.offer,
    /** Removes the edits from the draft, when they are dropped or saved and the form closes. */
    forget: draft.forget,
  }
}

export type Editing<Row extends object, Values extends FieldValues> = ReturnType<typeof useEditing<Row, Values>>

/** The edited fields. Renders its component with each edit. */
export function useEditedFields<Row extends object, Values extends FieldValues>({ form, base, rules, text }: Editing<Row, Values>) {
  const shown = useWatch({ control: form.control }) as Values
  const isEdited = new Set<keyof Values>(changedFields(base.values, shown, rules))
  const fields: (keyof Values)[] = Object.keys(base.values)
  return fields.filter((field) => (field === text.field ? text.isEdited : isEdited.has(field)))
}

/** A value that is readable before the next render. */
function createHolder<Value>(value: Value) {
  let held = value
  return { get: () => held, set: (next: Value) => void (held = next) }
}

/** The values for the form, which has an empty text in place of one with its own editor. */
const inForm = <Values extends object>(values: Values, outside: keyof Values | undefined): Values =>
  outside === undefined ? values : { ...values, [outside]: '' }

/** False for rows without versions. */
const isOlder = (row: object, than: object): boolean => (versionOf(row) ?? 0) < (versionOf(than) ?? 0)

const versionOf = (row: object): number | undefined => ('version' in row && typeof row.version === 'number' ? row.version : undefined)

/**
 * A browser hands out what it cannot read, such as the number 5e or a date without its year, as empty. For the check it becomes NaN: where
 * the value may be left out, the stored one would be dropped.
 */
function withUnreadable<Values extends FieldValues>(values: Values, fields: ResolverOptions<Values>['fields']): Values {
  // Those of a list are in an array, which has no `ref`.
  const inputs = Object.entries<{ readonly ref?: object }>(fields)
  const unreadable = inputs.filter(([, { ref }]) => ref instanceof HTMLInputElement && ref.validity.badInput)
  return { ...values, ...Object.fromEntries(unreadable.map(([name]) => [name, 'NaN'])) }
}
