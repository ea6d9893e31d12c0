/** Makes a thing with its first use. Formatters of `Intl` take milliseconds each, which a start or a first paint should not wait for. */
export function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
