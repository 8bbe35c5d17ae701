import type { EntryDetail, EntryRow } from '../memory/views/entries.ts'
import type { EpisodeDetail } from '../memory/views/episodes.ts'
import { masked, maskTexts } from './mask-texts.ts'

/** A row of a list, masked. A snippet is masked as one text: a match may cut through a secret. */
export function maskRow({ snippet, ...row }: EntryRow): EntryRow {
  const whole = masked(snippet?.map(({ text }) => text).join('') ?? '')
  let at = 0
  return {
    ...maskTexts(row),
    snippet:
      snippet?.map((piece) => {
        const text = whole.slice(at, at + piece.text.length)
        at += piece.text.length
        return { ...piece, text }
      }) ?? null,
  }
}

/** All that a page shows of an entry, masked. Raw steps were masked when they were read. */
export function maskDetail({ steps, ...detail }: EntryDetail): EntryDetail {
  return { ...maskTexts(detail), steps }
}

/** What a page shows of a run beside its steps, masked: subtasks say what their entries say, and why there is none. */
export function maskEpisode(detail: EpisodeDetail): EpisodeDetail {
  return { ...detail, subtasks: maskTexts(detail.subtasks) }
}
