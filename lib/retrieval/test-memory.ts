import { localVector } from '../llm/local-embedder.ts'
import { type Experience, type MemoryEntry, newEntry } from '../memory/entry.ts'
import { descriptionText } from '../memory/text/words.ts'
import type { IndexRow } from './cosine-index.ts'

/** Entries for tests: say what matters, the rest is filled in. */
export function testEntry(
  n: number,
  entry: Pick<MemoryEntry, 'category' | 'description'> &
    Partial<Omit<MemoryEntry, 'experience'>> & { experience?: Partial<Experience> },
): MemoryEntry {
  const nothing = { kind: 'pattern', when: '', do: '', because: '', check: '' } as const
  return newEntry('2026-01-01T00:00:00.000Z', {
    id: `m_${String(n).padStart(26, '0')}`,
    projectId: 'p',
    extractor: 'rules-v1',
    lifecycle: 'approved',
    episodeId: `ep-${n}`,
    instanceId: `instance-${n}`,
    repo: `repo-${n % 3}`,
    revision: 1,
    suppressionKey: `key-${n}`,
    ...entry,
    experience: { title: `lesson ${n}`, ...nothing, ...entry.experience },
  })
}

/** The index's row of an entry, by local-v1. */
export function testRow(
  { id, category, projectId, scope, instanceId, repo, episodeId, description }: MemoryEntry,
  position: number | null = null,
): IndexRow {
  const vector = localVector(descriptionText(description))
  return { id, category, projectId, scope, instanceId, repo, episodeId, position, vector }
}
