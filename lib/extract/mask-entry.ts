import type { MemoryEntry } from '../memory/entry.ts'
import type { Description } from '../memory/subtask.ts'
import type { EntryDetail, EntryRow, EpisodeDetail, Neighbour, SampledEntry } from '../memory/views.ts'
import { findSecrets } from './secret-scan.ts'

/** The entry with dots in place of what looks like a secret; lengths and places stay, so that findings still point right. */
export function maskEntry<T extends Pick<MemoryEntry, 'description' | 'experience'>>(entry: T): T {
  const { description, experience } = entry
  return {
    ...entry,
    description: maskDescription(description),
    experience: {
      ...experience,
      title: masked(experience.title),
      when: masked(experience.when),
      do: masked(experience.do),
      because: masked(experience.because),
      check: masked(experience.check),
    },
  }
}

/** What a change would touch, the entries it names masked. */
export function maskSample<T extends { sample: SampledEntry[] }>(preview: T): T {
  const sample = preview.sample.map(({ title, objective, ...one }) => ({
    ...one,
    title: masked(title),
    objective: masked(objective),
  }))
  return { ...preview, sample }
}

/** A row of a list, masked. A snippet is masked as one text: a match may cut through a secret. */
export function maskRow(row: EntryRow): EntryRow {
  const whole = masked(row.snippet?.map(({ text }) => text).join('') ?? '')
  let at = 0
  return {
    ...row,
    objective: masked(row.objective),
    keywords: row.keywords.map(masked),
    title: masked(row.title),
    snippet:
      row.snippet?.map((piece) => {
        const text = whole.slice(at, at + piece.text.length)
        at += piece.text.length
        return { ...piece, text }
      }) ?? null,
  }
}

/** All that a page shows of an entry, masked. Raw steps were masked when they were read. */
export function maskDetail(detail: EntryDetail): EntryDetail {
  const { descriptionAtStart: atStart } = detail
  const maskNear = (near: Neighbour) => ({ ...near, objective: masked(near.objective) })
  return {
    ...detail,
    entry: maskEntry(detail.entry),
    injected: masked(detail.injected),
    descriptionAtStart: atStart && maskDescription(atStart),
    versions: detail.versions.map((version) => ({
      ...version,
      before: version.before && maskEntry(version.before),
      after: version.after && maskEntry(version.after),
    })),
    neighbours: {
      inside: detail.neighbours.inside.map(maskNear),
      outside: detail.neighbours.outside.map(maskNear),
    },
    notes: detail.notes.map((note) => ({ ...note, text: masked(note.text) })),
  }
}

/** What a page shows of a run beside its steps, masked: subtasks say what their entries say. */
export function maskEpisode(detail: EpisodeDetail): EpisodeDetail {
  return {
    ...detail,
    subtasks: detail.subtasks.map((subtask) => ({
      ...subtask,
      objective: masked(subtask.objective),
      keywords: subtask.keywords.map(masked),
      descriptionAtStart: maskDescription(subtask.descriptionAtStart),
      entries: subtask.entries.map((entry) => ({ ...entry, title: masked(entry.title) })),
    })),
  }
}

function maskDescription({ objective, keywords }: Description): Description {
  return { objective: masked(objective), keywords: keywords.map(masked) }
}

/** The shortest secret that the scanner finds, a password in an address; a person hardly ever writes so many dots. */
const MASK_RUN = '•'.repeat(3)

/** True when a text that comes back from a page still has dots in place of a secret: storing it would lose what stands there. */
export function holdsMask(text: string): boolean {
  return text.includes(MASK_RUN)
}

/** The text with a dot for each character of what looks like a secret. */
export function masked(text: string): string {
  let out = text
  for (const { start, end } of findSecrets(text))
    out = out.slice(0, start) + '•'.repeat(end - start) + out.slice(end)
  return out
}
