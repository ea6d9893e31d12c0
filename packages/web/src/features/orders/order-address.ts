import { orderStates, type OrderState } from '@keydesk/contract'
import type { OrderFilters } from './orders-data.ts'

type Get = (name: string) => string

/** The filters that an address holds; what makes no sense is left out rather than sent. */
export function readFilters(get: Get): OrderFilters {
  const [q, status, from, to, coupon] = [get('q').trim(), get('status'), get('from'), get('to'), readId(get, 'coupon')]
  return {
    ...(q !== '' && { q }),
    ...(isStatus(status) && { status }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
    ...(coupon !== null && { coupon_id: coupon }),
  }
}

/** The order whose drawer is open. */
export const readOrder = (get: Get): number | null => readId(get, 'order')

function readId(get: Get, name: string): number | null {
  const id = Number(get(name))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

export const noFilters = { q: '', status: '', from: '', to: '', coupon: '' }

const isStatus = (value: string): value is OrderState => orderStates.some((state) => state === value)

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
