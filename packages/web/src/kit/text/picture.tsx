import { useId, useState } from 'react'

interface Props {
  /** An absolute address, or ''. */
  readonly src: string
  readonly name: string
  /** Empty if the text beside the picture says the same. */
  readonly alt?: string
}

/** A picture; a drawn placeholder if there is none or it does not load. */
export function Picture({ src, name, alt = '' }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  if (src === '' || src === broken) return <PlaceholderImage name={name} alt={alt} />
  return <img src={src} alt={alt} loading="lazy" decoding="async" onError={() => setBroken(src)} className="block size-full object-cover" />
}

/** A drawn placeholder with the initials of the name, in a hue made from the name. */
export function PlaceholderImage({ name, alt = '' }: Omit<Props, 'src'>) {
  const id = useId()
  const hue = hueOf(name)
  return (
    <svg
      {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      className="block size-full"
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

/** A hue of 0 to 359, always the same for a name. */
export function hueOf(name: string): number {
  let hash = 2_166_136_261
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  // The low bits of the hash vary little, so the high bits are mixed in.
  return ((hash ^ (hash >>> 15)) >>> 0) % 360
}

/** The first letters of the first two words, or the first two of a single one. */
export function initialsOf(name: string): string {
  const [first = '', second] = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const letters = second === undefined ? [...first].slice(0, 2) : [...first].slice(0, 1).concat([...second].slice(0, 1))
  return letters.join('').toUpperCase()
}
