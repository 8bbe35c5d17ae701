import { readEntries } from '../db/entries/entry-writes.ts'
import type { Reader } from '../db/store.ts'
import type { SampledEntry } from '../memory/views/entries.ts'

const MOST = 5

/** Up to five of these entries, spread over the whole, as a dialog names them. */
export async function sampleEntries(read: Reader, ids: readonly string[]): Promise<SampledEntry[]> {
  const count = Math.min(MOST, ids.length)
  const some = Array.from({ length: count }, (_, i) => ids[Math.floor((i * ids.length) / count)] ?? '')
  return (await readEntries(read, some)).map(({ id, category, experience, description }) => ({
    id,
    category,
    title: experience.title,
    objective: description.objective,
  }))
}
