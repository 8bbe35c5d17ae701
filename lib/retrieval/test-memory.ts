import { localVector } from '../llm/local-embedder.ts'
import type { MemoryEntry } from '../memory/entry.ts'
import { descriptionText, type Experience } from '../memory/subtask.ts'
import type { IndexRow } from './cosine-index.ts'

/** Entries for tests: say what matters, the rest is filled in. */
export function testEntry(
  n: number,
  entry: Pick<MemoryEntry, 'category' | 'description'> &
    Partial<Omit<MemoryEntry, 'experience'>> & { experience?: Partial<Experience> },
): MemoryEntry {
  return {
    id: `m_${String(n).padStart(26, '0')}`,
    projectId: 'p',
    scope: 'project',
    extractor: 'rules-v1',
    lifecycle: 'approved',
    pinned: false,
    flags: [],
    subtaskId: null,
    episodeId: `ep-${n}`,
    instanceId: `instance-${n}`,
    repo: `repo-${n % 3}`,
    fromStep: null,
    toStep: null,
    citations: [],
    removed: [],
    reason: null,
    revision: 1,
    suppressionKey: `key-${n}`,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...entry,
    experience: {
      title: `lesson ${n}`,
      kind: 'pattern',
      when: '',
      do: '',
      because: '',
      check: '',
      ...entry.experience,
    },
  }
}

/** The index's row of an entry, by local-v1. */
export function testRow(
  { id, category, projectId, scope, instanceId, repo, episodeId, description }: MemoryEntry,
  position: number | null = null,
): IndexRow {
  const vector = localVector(descriptionText(description))
  return { id, category, projectId, scope, instanceId, repo, episodeId, position, vector }
}
