import { z } from 'zod'
import {
  findBlind,
  getBlindStage,
  judgeBlind,
  listBlinds,
  listMakers,
} from '../../db/findings/blind-samples.ts'
import { findDrawn } from '../../db/findings/quality-samples.ts'
import { BLIND_VERDICTS, type BlindHead, type BlindView } from '../../memory/findings/blind.ts'
import type { EarlierQueue, ReviewQueue, VerdictKey } from '../../memory/review.ts'
import { lessonPane } from '../lesson-pane.ts'
import { noSuchQueue, type ReviewTask } from '../review.ts'

const WORDS = {
  title: 'Blind reading',
  question: 'Which extractor is worth keeping?',
  rule: 'Lessons of several extractors over the same stages, each beside its stage of the run, in random order. Who made which is shown once all are read.',
}
const NOUN: ReviewQueue['noun'] = ['lesson', 'lessons']
const VERDICTS: VerdictKey[] = [
  { name: 'good', key: 'g', label: 'Good' },
  { name: 'middling', key: 'm', label: 'Middling' },
  { name: 'junk', key: 'x', label: 'Junk' },
  { name: 'unsure', key: 'u', label: 'Unsure' },
]
/** Lessons sent ahead of the reader, each with its stage of the run. */
const AHEAD = 4

/** Lessons of several extractors, read without knowing whose they are. A queue a reading; an item goes by its place, its id would tell when it was made. */
export const blind: ReviewTask = {
  name: 'blind',
  isBlind: true,
  verdicts: () => VERDICTS,
  async heads(projectId, { store }) {
    const drawn = await listBlinds(store, projectId)
    const left = drawn.reduce((sum, { size, judged }) => sum + size - judged, 0)
    return [{ task: 'blind', queue: '', ...WORDS, left }]
  },
  async read({ projectId, queue, by }, { store, stageText }) {
    if (queue === '')
      return {
        ...{ ...WORDS, noun: NOUN, items: [], left: 0, draws: 'extractors' },
        makers: await listMakers(store, projectId),
        earlier: (await listBlinds(store, projectId)).map(toEarlier),
        empty: {
          title: 'Read some lessons without knowing whose they are.',
          words: 'Each is shown beside its stage of the run; nothing tells who made it.',
        },
      }
    const [drawn, view] = await Promise.all([
      findDrawn(store, { id: queue, isBlind: true }),
      findBlind(store, queue),
    ])
    if (!view || drawn?.projectId !== projectId) throw noSuchQueue('blind reading', queue)
    const { items, verdicts, revealed } = view
    const said = new Set(verdicts.filter((one) => one.by === by).map(({ place }) => place))
    // Read by others: nothing is blind any more.
    const isOver = revealed !== null && said.size === 0
    const open = isOver ? [] : items.filter(({ place }) => !said.has(place))
    return {
      ...{ ...WORDS, noun: NOUN, left: open.length, done: said.size, total: items.length },
      basis: [drawnWords(view), `seed ${view.seed}`],
      items: await Promise.all(
        open.slice(0, AHEAD).map(async ({ place, ...lesson }) => {
          const code = await stageText(await getBlindStage(store, { id: queue, place }))
          const panes = [lessonPane(lesson), { title: 'The stage of the run', code }]
          return { id: String(place), card: { kind: 'panes' as const, panes } }
        }),
      ),
      ...(revealed && open.length === 0 ? { reading: { items, verdicts, revealed } } : {}),
      empty: { title: 'Every lesson of this reading is read.', words: '' },
    }
  },
  async settle({ queue: id, by, subjects, verdict: said }, { store }) {
    const verdict = z.enum(BLIND_VERDICTS).parse(said)
    await judgeBlind(store, {
      id,
      by,
      verdicts: subjects.map((place) => ({ place: Number(place), verdict })),
    })
    return null
  },
  async itemOf(entryId, { queue: id }, { store }) {
    return String((await findDrawn(store, { id, isBlind: true }))?.entryIds.indexOf(entryId))
  },
}

function toEarlier({ id, createdAt, judged, size, makerCount }: BlindHead): EarlierQueue {
  const words = `${judged} of ${size} read, ${makerCount} ${makerCount === 1 ? 'extractor' : 'extractors'}`
  return { id, createdAt, words, share: null }
}

/** `30 lessons by 2 extractors over 15 of 40 stages for which each wrote something`. */
function drawnWords({ items, subtaskCount, population, makerCount, where }: BlindView): string {
  const by = `${makerCount} ${makerCount === 1 ? 'extractor' : 'extractors'}`
  const which = where === 'each' ? 'each wrote' : 'any of them wrote'
  return `${items.length} ${items.length === 1 ? 'lesson' : 'lessons'} by ${by} over ${subtaskCount} of ${population} stages for which ${which} something`
}
