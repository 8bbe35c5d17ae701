/** A connection to Nordlink. `post(path, items)` is one call and resolves to `{ ok }`. */
export function nordlink(post) {
  return { send: (path, items) => post(path, items) }
}
