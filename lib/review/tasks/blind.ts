import { blindView, listBlinds, listMakers, stageOf } from '../../db/findings/blind-samples.ts'
import type { BlindView } from '../../memory/findings/blind.ts'
import { drawnTask } from '../drawn-task.ts'

/** Lessons of several extractors, read without knowing whose they are. A queue a reading. */
export const blind = drawnTask({
  name: 'blind',
  words: {
    title: 'Blind reading',
    question: 'Which extractor is worth keeping?',
    rule: 'Lessons of several extractors over the same stages, each beside its stage of the run, in random order. Who made which is shown once all are read.',
  },
  noun: ['lesson', 'lessons'],
  verdicts: [
    { name: 'good', key: 'g', label: 'Good' },
    { name: 'middling', key: 'm', label: 'Middling' },
    { name: 'junk', key: 'x', label: 'Junk' },
    { name: 'unsure', key: 'u', label: 'Unsure' },
  ],
  ahead: 4,
  earlier: async (projectId, { store }) =>
    (await listBlinds(store, projectId)).map(({ id, createdAt, judged, size, makerCount }) => ({
      ...{ id, createdAt, share: null },
      words: `${judged} of ${size} read, ${extractors(makerCount)}`,
    })),
  start: async (projectId, { store }) => ({
    draws: 'extractors',
    makers: await listMakers(store, projectId),
    empty: {
      title: 'Read some lessons without knowing whose they are.',
      words: 'Each is shown beside its stage of the run; nothing tells who made it.',
    },
  }),
  beside: async (entry, { stageText }) => [
    { title: 'The stage of the run', code: await stageText(stageOf(entry)) },
  ],
  async shown(drawn, { openCount }) {
    const view = blindView(drawn)
    const { items, verdicts, revealed, seed } = view
    const isOver = revealed !== null
    // Whoever has still to read what others have read reads nothing blind any more.
    const isClosed = openCount === 0 || openCount === items.length
    return {
      isOver,
      basis: [drawnWords(view), `seed ${seed}`],
      ...(revealed && isClosed ? { reading: { items, verdicts, revealed } } : {}),
      empty: { title: 'Every lesson of this reading is read.', words: '' },
    }
  },
})

const extractors = (count: number) => `${count} ${count === 1 ? 'extractor' : 'extractors'}`

/** `30 lessons by 2 extractors over 15 of 40 stages for which each wrote something`. */
function drawnWords({ items, subtaskCount, population, makerCount, where }: BlindView): string {
  const which = where === 'each' ? 'each wrote' : 'any of them wrote'
  return `${items.length} ${items.length === 1 ? 'lesson' : 'lessons'} by ${extractors(makerCount)} over ${subtaskCount} of ${population} stages for which ${which} something`
}
