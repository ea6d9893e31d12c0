/** Makes a thing with its first use. What orders texts by a language takes milliseconds, which a first paint should not wait for. */
export function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
