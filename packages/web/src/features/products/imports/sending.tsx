import { LoaderCircle } from 'lucide-react'
import { Progress } from '../../../kit/progress.tsx'

interface Props {
  readonly percent: number
  readonly sending: string
  /** Once the server has everything. */
  readonly waiting: string
}

/** How far a call with very many lines is: what has left this machine, in per cent, then what the server does with it. */
export const Sending = ({ percent, sending, waiting }: Props) =>
  percent < 100 ? (
    <Progress value={percent} label={sending} />
  ) : (
    <p role="status" className="flex items-center gap-2 text-muted">
      <LoaderCircle aria-hidden className="size-4 animate-spin" />
      {waiting}
    </p>
  )
