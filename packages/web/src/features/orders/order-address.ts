import { orderStatuses, type OrderStatus } from '@keydesk/contract'
import type { OrderFilters } from './orders-data.ts'

type Get = (name: string) => string

/** The filters that an address holds; what makes no sense is left out rather than sent. */
export function readFilters(get: Get): OrderFilters {
  const [q, status, from, to] = [get('q').trim(), get('status'), get('from'), get('to')]
  return {
    ...(q !== '' && { q }),
    ...(isStatus(status) && { status }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  }
}

/** The order whose drawer is open. */
export function readOrder(get: Get): number | null {
  const order = Number(get('order'))
  return Number.isSafeInteger(order) && order > 0 ? order : null
}

export const noFilters = { q: '', status: '', from: '', to: '' }

const isStatus = (value: string): value is OrderStatus => orderStatuses.some((status) => status === value)

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
