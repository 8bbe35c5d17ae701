import { editEntry } from '../../curate/edit.ts'
import { retireEntries } from '../../curate/retire.ts'
import { changeByRule } from '../../curate/rule.ts'
import { claimWaiting, countWaiting, listWaiting, releaseWaiting } from '../../db/entries/waiting.ts'
import { hasReviewGate } from '../../db/projects.ts'
import type { TriageEntry } from '../../memory/findings/worklist.ts'
import type { ReviewItem, VerdictKey } from '../../memory/review.ts'
import { MEND, RETIRES } from '../entry-verdicts.ts'
import { givenReason, type ReviewTask, settleByChange } from '../review.ts'

const WORDS = {
  title: 'Waiting for review',
  question: 'Which new entries may agents get?',
  rule: 'Candidates of the review gate, and entries held because they look like one that was retired.',
}
const VERDICTS: VerdictKey[] = [
  {
    ...{ name: 'approve', key: 'a', label: 'Approve', isChange: true },
    said: 'Approved: agents get it from now on',
  },
  { ...RETIRES, name: 'reject', label: 'Reject', said: 'Rejected: # retired' },
  MEND,
]

/** Entries that no agent gets before a person approves them. */
export const waiting: ReviewTask = {
  name: 'waiting',
  isBlind: false,
  verdicts: () => VERDICTS,
  async heads(projectId, { store }) {
    const { count: left } = await countWaiting(store, projectId)
    return [{ task: 'waiting', queue: '', ...WORDS, left }]
  },
  async read({ projectId, by, limit }, { store, originals }) {
    const { count, held } = await countWaiting(store, projectId)
    const {
      rows,
      matchCount: left,
      takenCount: taken,
    } = await listWaiting(store, {
      ...{ projectId, limit, claimedBy: by || undefined },
    })
    const gate = (await hasReviewGate(store, projectId))
      ? 'the review gate is on: new entries arrive here'
      : 'the review gate is off: only look-alikes arrive here'
    const retired = await originals(rows.map(({ entry }) => entry))
    return {
      ...{ ...WORDS, noun: ['entry', 'entries'], left, taken },
      basis: [`${held} held as look-alikes, ${count - held} candidates`, gate],
      items: rows.map(({ entry, claimedBy }) => toItem(entry, claimedBy, retired.get(entry.id))),
      empty: { title: 'Nothing waits.', words: '' },
    }
  },
  settle: (decision, deps) =>
    settleByChange(decision, deps, async (signed) => {
      const { verdict, subjects: entryIds, edit } = decision
      if (verdict === 'mend' && edit) return await editEntry(edit, signed)
      if (verdict === 'approve') return await changeByRule({ verb: 'approve' }, { entryIds }, signed)
      return await retireEntries({ entryIds, reason: givenReason(decision) }, signed)
    }),
  claim: ({ projectId, by, count }, { store }) => claimWaiting(store, { projectId, by, count }),
  release: ({ projectId, by }, { store }) => releaseWaiting(store, { projectId, by }),
}

type Original = { entry: TriageEntry; score: number }

function toItem(entry: TriageEntry, claimedBy: string | null, original: Original | undefined): ReviewItem {
  return {
    ...{ id: entry.id, claimedBy, mark: entry.lifecycle === 'quarantined' ? 'held' : '' },
    why: whyItWaits(entry, original),
    firstReason: original?.entry.reason ?? '',
    card: {
      ...{ kind: 'entries', entries: original ? [entry, original.entry] : [entry], spans: [] },
      titles: ['It waits', 'Retired before'],
    },
  }
}

function whyItWaits({ lifecycle, reason }: TriageEntry, original: Original | undefined): string {
  if (lifecycle === 'candidate') return 'A candidate: the review gate was on when it arrived.'
  const held = `Held: ${reason ?? 'no reason was kept'}.`
  if (!original) return `${held} The entry that it looked like is not retired any more.`
  const why = original.entry.reason ? `“${original.entry.reason}”` : 'without a reason'
  return `${held} It looks like one retired before (cosine ${original.score.toFixed(3)} on d, ${why}).`
}
