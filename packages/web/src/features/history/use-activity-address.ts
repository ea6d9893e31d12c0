import { activityKinds, subjectKinds } from '@keydesk/contract'
import { useAddress } from '../../kit/use-address.ts'
import type { ActivityFilters } from './history-data.ts'

const names = { actor: 'activity_actor', kind: 'activity_kind', thing: 'activity_thing', id: 'activity_id' }
const days = { from: 'activity_from', to: 'activity_to' }

/** The filters of the panel, as the address says: `?panel=activity&activity_kind=delete&activity_thing=product&activity_id=12`. */
export function useActivityAddress() {
  const address = useAddress()
  const filters = readFilters(address.get)
  return {
    filters,
    isFiltered: Object.keys(filters).length > 0,
    setActor: (id: string) => void address.change({ [names.actor]: id }),
    setKind: (kind: string) => void address.change({ [names.kind]: kind }),
    setThingKind: (kind: string) => void address.change({ [names.thing]: kind, [names.id]: '' }),
    /** Only what was done to one thing. Back returns to the list before. */
    showOnly: (kind: string, id: number) => void address.go({ [names.thing]: kind, [names.id]: id }),
    leaveThing: () => void address.change({ [names.thing]: '', [names.id]: '' }),
    setDays: ({ from, to }: { readonly from: string; readonly to: string }) => void address.change({ [days.from]: from, [days.to]: to }),
    clear: () => void address.clear((name) => name.startsWith('activity_')),
  }
}

/** What makes no sense is left out rather than sent. */
export function readFilters(get: (name: string) => string): ActivityFilters {
  const [actor, id] = [Number(get(names.actor)), Number(get(names.id))]
  const kind = activityKinds.find((one) => one === get(names.kind))
  const subject_kind = subjectKinds.find((one) => one === get(names.thing))
  const [from, to] = [get(days.from), get(days.to)]
  return {
    ...(isId(actor) && { actor }),
    ...(kind && { kind }),
    ...(subject_kind && { subject_kind }),
    ...(subject_kind && isId(id) && { subject_id: id }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  }
}

const isId = (value: number) => Number.isSafeInteger(value) && value > 0

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
