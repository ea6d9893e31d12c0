import { cx } from 'class-variance-authority'
import { useState } from 'react'
import { PlaceholderImage } from './placeholder-image.tsx'

interface Props {
  /** Absolute, or empty where there is none. */
  readonly src: string
  readonly name: string
  /** Left out where the words beside it say the same. */
  readonly alt?: string
  readonly className?: string
}

/** A picture of something that has a name; without one, or when it does not load, a drawn one. */
export function Picture({ src, name, alt = '', className }: Props) {
  const [broken, setBroken] = useState<string | null>(null)
  if (src === '' || src === broken) return <PlaceholderImage name={name} alt={alt} className={className} />
  return (
    <img
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(src)}
      className={cx('block size-full object-cover', className)}
    />
  )
}
