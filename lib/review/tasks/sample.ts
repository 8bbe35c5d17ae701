import { z } from 'zod'
import { findSample, judgeEntry, listSamples } from '../../db/findings/quality-samples.ts'
import { QUALITY_VERDICTS, reportSample, type SampleHead } from '../../memory/findings/quality.ts'
import type { EarlierQueue, ReviewQueue, VerdictKey } from '../../memory/review.ts'
import { lessonPane } from '../lesson-pane.ts'
import { noSuchQueue, type ReviewTask } from '../review.ts'

const WORDS = {
  title: 'Random sample',
  question: 'How much of this is junk, and which rule finds it?',
  rule: 'Entries drawn at random, one at a time, without category, flags and findings. They give the share of junk with its interval, and for each flag how often it was right.',
}
const NOUN: ReviewQueue['noun'] = ['entry', 'entries']
const VERDICTS: VerdictKey[] = [
  { name: 'junk', key: 'x', label: 'Junk' },
  { name: 'keep', key: 'y', label: 'Keep' },
  { name: 'unsure', key: 'u', label: 'Unsure' },
]
/** Entries sent ahead of the judge. */
const AHEAD = 8

/** Entries drawn at random, judged as junk or worth keeping. A queue a sample. */
export const sample: ReviewTask = {
  name: 'sample',
  isBlind: true,
  verdicts: () => VERDICTS,
  async heads(projectId, { store }) {
    const drawn = await listSamples(store, projectId)
    const left = drawn.reduce((sum, { size, judged }) => sum + size - judged, 0)
    return [{ task: 'sample', queue: '', ...WORDS, left }]
  },
  async read({ projectId, queue, by }, { store }) {
    if (queue === '')
      return {
        ...{ ...WORDS, noun: NOUN, items: [], left: 0, draws: 'entries' },
        earlier: (await listSamples(store, projectId)).map(toEarlier),
        empty: {
          title: 'Judge a few to know about all.',
          words: 'Then retire by the rule that is right most often, and sample again.',
        },
      }
    const view = await findSample(store, queue)
    if (view?.asked.projectId !== projectId) throw noSuchQueue('sample', queue)
    const { items, verdicts, asked, population, seed } = view
    const said = new Set(verdicts.filter((one) => one.by === by).map(({ entryId }) => entryId))
    const open = items.filter(({ entry }) => !said.has(entry.id))
    return {
      ...{ ...WORDS, noun: NOUN, left: open.length, done: items.length - open.length, total: items.length },
      basis: [`seed ${seed}`],
      items: open.slice(0, AHEAD).map(({ entry: { id, description, experience } }) => ({
        id,
        card: {
          kind: 'panes',
          panes: [lessonPane({ ...description, title: experience.title, parts: experience })],
        },
      })),
      sample: { asked, population, report: reportSample(view) },
      empty: {
        title: 'Every entry of this sample is judged.',
        words: 'Act by the rule with the highest precision, then sample again.',
      },
    }
  },
  async settle({ queue: sampleId, by, subjects, verdict: said }, { store }) {
    const verdict = z.enum(QUALITY_VERDICTS).parse(said)
    for (const entryId of subjects) await judgeEntry(store, { sampleId, entryId, verdict, by })
    return null
  },
}

function toEarlier({ id, createdAt, judged, size, population, junk }: SampleHead): EarlierQueue {
  return {
    ...{ id, createdAt, share: judged === 0 ? null : junk / judged },
    words: `${judged} of ${size} judged, from ${population.toLocaleString('en')} entries`,
  }
}
