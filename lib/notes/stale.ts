import type { GoneName } from '../detect/detector.ts'
import type { MemoryEntry } from '../memory/entry.ts'
import { EXPERIENCE_PARTS } from '../memory/experience.ts'
import { findGone } from './gone.ts'
import type { Note } from './split-notes.ts'
import { git, treeOnDisk } from './tree.ts'

/** What lessons name of a repository and what is gone from it, by their ids: proven where it was there when the lesson was written. */
export async function findStale(
  entries: readonly MemoryEntry[],
  root: string,
): Promise<Map<string, GoneName[]>> {
  const days = new Map<string, Promise<string | null>>()
  const commitOf = (day: string) => {
    const commit = days.get(day) ?? git(root, ['rev-list', '-1', `--before=${day}T23:59:59Z`, 'HEAD'])
    days.set(day, commit)
    return commit
  }
  const written = new Map<string, { commit: string; date: string }>()
  for (const { id, createdAt } of entries) {
    const date = createdAt.slice(0, 10)
    const commit = (await commitOf(date))?.trim()
    if (commit) written.set(id, { commit, date })
  }
  const gone = await findGone(
    entries.map(asNote),
    await treeOnDisk(root),
    async () =>
      ({ note }) =>
        written.get(note.file.path),
  )
  return Map.groupBy(
    gone.map(({ note, name, certainty, sentence }) => ({ id: note.file.path, name, certainty, sentence })),
    ({ id }) => id,
  )
}

/** The lesson as a note of a file of its own; what came from a note has its block of code below its words. */
function asNote({ id, experience, extractor }: MemoryEntry): Note {
  const lines = EXPERIENCE_PARTS.flatMap((part) =>
    experience[part] === '' ? [] : experience[part].split('\n'),
  )
  const text = lines.join('\n')
  const code = extractor === 'notes' ? lines.slice(1).map((line, nth) => ({ line: nth + 2, text: line })) : []
  return {
    file: { path: id, at: id, scope: '', reader: 'agents', everySession: false, alsoAs: [], text },
    ...{ fromLine: 1, toLine: lines.length, context: [], text, code },
  }
}
