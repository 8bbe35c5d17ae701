import type { Store } from '../db/store.ts'

/** Turns a question to the store into one to this store: `over(store)(findEpisode)` is `(id) => findEpisode(store, id)`. */
export function over(store: Store) {
  return <Input extends unknown[], Output>(ask: (store: Store, ...input: Input) => Output) =>
    (...input: Input): Output =>
      ask(store, ...input)
}
