'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { useSettled } from '@/components/ui/use-settled.ts'
import type { MemoryEntry } from '@/lib/memory/entry.ts'
import { DialogForm } from './dialog-form.tsx'
import { draftOf, type EntryDraft, keywordsOf, lessonOf, type MergeText } from './entry-draft.ts'
import { ImpactPreview } from './impact-words.tsx'
import { isTooLong, LessonFields, missingTexts, WordCount } from './lesson-fields.tsx'
import { diffByWord } from './prepare-versions.ts'
import { useImpact } from './use-impact.ts'
import { WordDiff } from './word-diff.tsx'

/** Other wordings offered for one field; a crowd of near-duplicates has many. */
const MOST_OFFERED = 4
const PAUSE_MS = 500

export type Merge = { survivorId: string; text: MergeText | undefined }

type MergeFormProps = {
  /** Two or more of one category. */
  entries: readonly MemoryEntry[]
  firstKept: string
  isPending: boolean
  onClose: () => void
  /** Gives back what went wrong, in words. */
  onMerge: (merge: Merge) => Promise<string | null>
}

/** Composes one entry of several: which one stays, and what it says, field by field from any of them or typed. */
export function MergeForm({ entries, firstKept, isPending, onClose, onMerge }: MergeFormProps) {
  const { kept, keep, texts, draft, setDraft, impact } = useSurvivor(entries, firstKept)
  if (!kept || !draft) return null
  return (
    <DialogForm
      send={() => onMerge({ survivorId: kept.id, text: mergeText(kept, entries, draft) })}
      submit={
        <Button
          type="submit"
          variant="solid"
          keys="↵"
          data-autofocus
          disabled={isPending || missingTexts(draft) !== null || isTooLong(draft)}
        >
          Merge {formatCount(entries.length)} into one
        </Button>
      }
      before={<WordCount draft={draft} />}
      onClose={onClose}
    >
      <WhichStays entries={entries} kept={kept} keep={keep} />
      <fieldset className="m-0 grid gap-3 border-hairline border-t p-0 pt-3">
        <legend className="sr-only">What it says</legend>
        <LessonFields
          draft={draft}
          onText={(text) => setDraft({ ...draft, ...text })}
          hintOf={(field) =>
            texts.every((text) => text[field] === texts[0]?.[field]) ? 'the same in all' : undefined
          }
          below={(field) => (
            <OtherWordings
              {...{ field, texts, draft }}
              onText={(text) => setDraft({ ...draft, [field]: text })}
            />
          )}
        />
      </fieldset>
      <ImpactPreview asked={impact} />
    </DialogForm>
  )
}

/** The one that stays, what it is to say, and what that changes for questions. */
function useSurvivor(entries: readonly MemoryEntry[], firstKept: string) {
  const texts = entries.map(draftOf)
  const [keptId, setKeptId] = useState(firstKept)
  const kept = entries.find(({ id }) => id === keptId) ?? entries[0]
  const [draft, setDraft] = useState(kept ? draftOf(kept) : null)
  const found = useFoundBy(kept, draft)
  const impact = useImpact(kept !== undefined, {
    projectId: kept?.projectId ?? '',
    entryIds: entries.map(({ id }) => id).filter((id) => found !== null || id !== keptId),
    ...(found ? { survivor: found } : {}),
  })
  const keep = (entry: MemoryEntry) => {
    // A text that somebody composed stays; one that was only taken over follows the choice.
    if (draft && texts.some((text) => isSame(text, draft))) setDraft(draftOf(entry))
    setKeptId(entry.id)
  }
  return { kept, keep, texts, draft, setDraft, impact }
}

/** What the survivor is to say: nothing new, the text of one of the others whole, or one that was composed. */
function mergeText(kept: MemoryEntry, entries: readonly MemoryEntry[], draft: EntryDraft): Merge['text'] {
  const whole = [kept, ...entries].find((entry) => isSame(draftOf(entry), draft))
  if (whole === undefined) return lessonOf(draft, { category: kept.category, kind: kept.experience.kind })
  return whole.id === kept.id ? undefined : { takenFrom: whole.id }
}

function WhichStays({
  entries,
  kept,
  keep,
}: Pick<MergeFormProps, 'entries'> & {
  kept: MemoryEntry
  keep: (entry: MemoryEntry) => void
}) {
  return (
    <fieldset className="m-0 grid p-0">
      <legend className="pb-1 font-medium">Which one stays</legend>
      {entries.map((entry, k) => (
        <label
          key={entry.id}
          className="grid min-h-7 grid-cols-[18px_16px_minmax(0,1fr)] items-center gap-2 max-md:min-h-11"
        >
          <input
            type="radio"
            name="stays"
            checked={entry.id === kept.id}
            onChange={() => keep(entry)}
            className="accent-(--accent)"
          />
          <span className="font-mono text-ink-3 text-small">{k + 1}</span>
          <span className="truncate">{entry.experience.title}</span>
        </label>
      ))}
      <p className="mt-1 text-ink-3 text-small">
        It keeps its id, its history and its place. The citations of all stay, each with its run; the{' '}
        {entries.length === 2 ? 'other is' : `other ${formatCount(entries.length - 1)} are`} retired as
        merged.
      </p>
    </fieldset>
  )
}

type OtherWordingsProps = {
  field: keyof EntryDraft
  texts: readonly EntryDraft[]
  draft: EntryDraft
  onText: (text: string) => void
}

/** What the other entries say in a field, to be taken over. */
function OtherWordings({ field, texts, draft, onText }: OtherWordingsProps) {
  const offers = [...new Set(texts.map((text) => text[field]))]
    .filter((text) => text !== draft[field])
    .map((text) => ({ text, from: texts.flatMap((one, k) => (one[field] === text ? [k + 1] : [])) }))
  return (
    <>
      {offers.slice(0, MOST_OFFERED).map(({ text, from }) => (
        <button
          key={text}
          type="button"
          onClick={() => onText(text)}
          className="grid grid-cols-[64px_minmax(0,1fr)] items-baseline gap-2 rounded-control px-1 py-0.5 text-left text-small hover:bg-hover max-md:min-h-11 max-md:items-center"
        >
          <span className="link w-fit">Take {from.slice(0, 3).join(', ')}</span>
          <span className="text-ink-2 [overflow-wrap:anywhere]">
            {text === '' ? 'nothing' : <WordDiff pieces={diffByWord(draft[field], text)} />}
          </span>
        </button>
      ))}
      {offers.length > MOST_OFFERED && (
        <p className="px-1 text-ink-3 text-small">
          and {plural(offers.length - MOST_OFFERED, 'other wording')} not shown
        </p>
      )}
    </>
  )
}

/** How the survivor would be found, once the typing pauses; null while that is as before. */
function useFoundBy(kept: MemoryEntry | undefined, draft: EntryDraft | null) {
  const settled = useSettled(draft, PAUSE_MS)
  if (!kept || !settled) return null
  const before = draftOf(kept)
  const isMoved = settled.objective !== before.objective || settled.keywords !== before.keywords
  if (!isMoved || settled.objective.trim() === '') return null
  return {
    entryId: kept.id,
    category: kept.category,
    objective: settled.objective.trim(),
    keywords: keywordsOf(settled.keywords),
  }
}

function isSame(a: EntryDraft, b: EntryDraft): boolean {
  return JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())
}
