import { cx } from 'class-variance-authority'
import { useId } from 'react'
import { hueOf, initialsOf } from './placeholder.ts'

/** A drawn stand-in for a missing picture, in the name's own hue. */
export function PlaceholderImage({
  name,
  alt = '',
  className,
}: {
  readonly name: string
  readonly alt?: string
  readonly className?: string
}) {
  const id = useId()
  const hue = hueOf(name)
  return (
    <svg
      {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      className={cx('block size-full', className)}
    >
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor={`oklch(0.42 0.09 ${hue})`} />
          <stop offset="1" stopColor={`oklch(0.26 0.06 ${hue + 40})`} />
        </linearGradient>
      </defs>
      <rect width="320" height="180" fill={`url(#${id})`} />
      <g fill="none" stroke="#fff" strokeOpacity="0.07" strokeWidth="22">
        <circle cx={40 + (hue % 240)} cy="196" r="64" />
        <circle cx={40 + (hue % 240)} cy="196" r="116" />
        <circle cx={40 + (hue % 240)} cy="196" r="168" />
      </g>
      <text x="160" y="106" textAnchor="middle" fill="#fff" fillOpacity="0.92" fontSize="44" fontWeight="600" letterSpacing="1">
        {initialsOf(name)}
      </text>
    </svg>
  )
}
