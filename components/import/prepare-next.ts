import { modelOffer } from '@/components/entries/model-offer.ts'
import { formatBytes, formatCount, formatList, plural } from '@/components/ui/format.ts'
import type { DistilEstimate } from '@/lib/memory/distil/distil.ts'
import type { OutputOf } from '@/lib/memory/operation.ts'
import type { FoundNotes, FoundRuns } from '@/lib/memory/views/found.ts'

interface Held {
  /** Null = there is no such project yet. */
  held: OutputOf<'whatNext'>
  notes: readonly FoundNotes[]
  sessions: readonly FoundRuns[]
  estimate: DistilEstimate | null
}

export interface NextStep {
  key: string
  what: string
  /** What it takes: a model, its price, or a person's time. */
  price: string
  /** Words of its button, and where that leads; without them its form stands here. */
  act?: string
  place?: { path: string; params?: Record<string, string> } | { source: 'runs' | 'notes' }
  /** Repositories that git is asked in. */
  roots?: readonly string[]
}

/** What would bring a project on: what costs nothing, then what takes a person, then what takes a model. */
export function nextSteps({ held, notes, sessions, estimate }: Held): NextStep[] {
  const known = new Set(held?.repositories)
  const newNotes = notes.filter(({ folder }) => !known.has(folder))
  const readable = sessions.filter(({ unread }) => unread === null)
  const count = (of: readonly { sessionCount: number }[]) =>
    of.reduce((sum, { sessionCount }) => sum + sessionCount, 0)
  const steps: (NextStep | false)[] = [
    newNotes.length > 0 && {
      key: 'notes',
      what: `Bring in the notes of ${plural(newNotes.length, 'repository', 'repositories')}: ${plural(
        newNotes.reduce((sum, { fileCount }) => sum + fileCount, 0),
        'file',
      )}, ${formatBytes(newNotes.reduce((sum, { byteCount }) => sum + byteCount, 0))}.`,
      price: 'No model, no key, some seconds; each note is a memory at once.',
      act: 'Choose a repository',
      place: { source: 'notes' },
    },
    readable.length > 0 &&
      (held?.episodes ?? 0) === 0 && {
        key: 'sessions',
        what: `Read ${formatCount(count(readable))} sessions of ${formatList(readable.map(({ name }) => name))}.`,
        price: 'No model: stages, categories and what was done. Lessons come from a model or a person later.',
        act: 'Choose an agent',
        place: { source: 'runs' },
      },
    held !== null &&
      held.withoutOutcome > 0 && {
        key: 'outcomes',
        what: `Find out how ${formatCount(held.withoutOutcome)} of ${plural(held.episodes, 'run')} ended.`,
        price:
          'No model, some seconds: git says what became of each change in its repository. Of a benchmark a results file says it, given with its runs.',
        roots: held.repositories,
      },
    held !== null &&
      held.waiting > 0 && {
        key: 'review',
        what: `Decide about ${plural(held.waiting, 'lesson')} that ${held.waiting === 1 ? 'waits' : 'wait'} for a person.`,
        price: 'No model; some seconds each.',
        act: 'Review',
        place: { path: '/memories/review' },
      },
    estimate !== null &&
      estimate.runs > 0 && {
        key: 'lessons',
        what: `Have a model read ${plural(estimate.runs, 'run')} and write the lessons of their stages.`,
        price: `${modelOffer(estimate)} By a server, a command on this machine, or handed over to any agent.`,
        act: 'See the estimate',
        place: { path: '/import', params: { view: 'lessons' } },
      },
  ]
  return steps.filter((step) => step !== false)
}
