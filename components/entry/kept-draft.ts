import type { EntryDraft } from '@/components/curate/entry-draft.ts'

/** An edit that was not saved when the page was left. */
export type KeptDraft = { draft: EntryDraft; at: string }

// Per revision: on a newer text the old draft would undo what others wrote.
const keyOf = (entryId: string, revision: number) => `loupe.draft.${entryId}.${revision}`

/** Kept in this tab only. */
export function keepDraft(entryId: string, revision: number, kept: KeptDraft): void {
  sessionStorage.setItem(keyOf(entryId, revision), JSON.stringify(kept))
}

export function findKeptDraft(entryId: string, revision: number): KeptDraft | null {
  const text = sessionStorage.getItem(keyOf(entryId, revision))
  return text === null ? null : JSON.parse(text)
}

export function dropKeptDraft(entryId: string, revision: number): void {
  sessionStorage.removeItem(keyOf(entryId, revision))
}
