import type { Coupon } from '@keydesk/contract'
import { Pencil, Power, PowerOff, Trash2 } from 'lucide-react'
import { useConfirm } from '../../kit/confirm.tsx'
import { formatLongDate } from '../../kit/format.ts'
import { IconButton } from '../../kit/icon-button.tsx'
import { HistoryButton } from '../history/history-parts-data.tsx'
import { useCouponActions } from './coupons-data.ts'

interface Props {
  readonly coupon: Coupon
  readonly onEdit: () => void
}

export function CouponRowActions({ coupon, onEdit }: Props) {
  const confirm = useConfirm()
  const { remove, activate, deactivate } = useCouponActions()
  const toggle = coupon.is_active ? deactivate : activate
  const verb = coupon.is_active ? 'Deactivate' : 'Activate'

  const askToggle = async () => {
    const text = coupon.is_active ? deactivation : activation(coupon)
    if (await confirm({ title: `${verb} coupon ${coupon.code}?`, text, yes: verb })) toggle.mutate(coupon)
  }
  const askRemove = async () => {
    const text = `The coupon ${coupon.code} is removed from the system entirely. Orders that used it keep their discount.`
    if (await confirm({ title: `Delete coupon ${coupon.code}?`, text, yes: 'Delete', danger: true })) remove.mutate(coupon)
  }

  return (
    <>
      <IconButton label="Edit" icon={<Pencil aria-hidden />} onClick={onEdit} />
      <IconButton
        label={verb}
        icon={coupon.is_active ? <PowerOff aria-hidden /> : <Power aria-hidden />}
        busy={toggle.isPending}
        onClick={() => void askToggle()}
      />
      <HistoryButton kind="coupon" id={coupon.id} />
      <IconButton label="Delete" variant="danger" icon={<Trash2 aria-hidden />} busy={remove.isPending} onClick={() => void askRemove()} />
    </>
  )
}

const deactivation = 'Customers can no longer use it. Orders that already did keep their discount.'

function activation({ expiration_date }: Coupon): string {
  if (expiration_date === null) return 'Customers can use it again.'
  const day = formatLongDate(expiration_date)
  return new Date(expiration_date) > new Date()
    ? `Customers can use it again until ${day}.`
    : `It expired on ${day}: customers can use it only once it has a new date.`
}
