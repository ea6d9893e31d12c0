import type { SubjectKind } from '@keydesk/contract'
import type { Db } from '../../db/schema.ts'
import { listAnnouncementNames } from '../announcements/announcements.service.ts'
import { listApiKeyNames } from '../api-keys/api-keys.service.ts'
import { listCouponNames } from '../coupons/coupons.service.ts'
import { listGameNames } from '../games/games.service.ts'
import { listNamedProducts } from '../products/products.service.ts'
import { listUsernames } from '../users/users.service.ts'
import { listNamedVariants } from '../variants/variants.service.ts'
import type { Deletable, Thing } from './history.rules.ts'

/** Things by id, deleted ones included, from the module that owns the kind. */
export async function listThings(db: Db, kind: Deletable, ids: readonly number[]): Promise<readonly Thing[]> {
  if (kind === 'product') return listNamedProducts(db, ids)
  if (kind === 'variant') return listNamedVariants(db, ids)
  return kind === 'coupon' ? listCouponNames(db, ids) : listAnnouncementNames(db, ids)
}

/** Names of people and other things whose rows may lack a name. One query. */
export async function listOtherNames(db: Db, kind: SubjectKind, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  if (kind === 'user' || kind === 'member') return listUsernames(db, ids)
  if (kind === 'game') return listGameNames(db, ids)
  if (kind === 'api_key') return listApiKeyNames(db, ids)
  return []
}
