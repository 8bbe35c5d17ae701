import { listSamples, sampleView } from '../../db/findings/quality-samples.ts'
import { reportSample } from '../../memory/findings/quality.ts'
import { drawnTask } from '../drawn-task.ts'

/** Entries drawn at random, judged as junk or worth keeping. A queue a sample. */
export const sample = drawnTask({
  name: 'sample',
  words: {
    title: 'Random sample',
    question: 'How much of this is junk, and which rule finds it?',
    rule: 'Entries drawn at random, one at a time, without category, flags and findings. They give the share of junk with its interval, and for each flag how often it was right.',
  },
  noun: ['entry', 'entries'],
  verdicts: [
    { name: 'junk', key: 'x', label: 'Junk' },
    { name: 'keep', key: 'y', label: 'Keep' },
    { name: 'unsure', key: 'u', label: 'Unsure' },
  ],
  ahead: 8,
  earlier: async (projectId, { store }) =>
    (await listSamples(store, projectId)).map(({ id, createdAt, judged, size, population, junk }) => ({
      ...{ id, createdAt, share: judged === 0 ? null : junk / judged },
      words: `${judged} of ${size} judged, from ${population.toLocaleString('en')} entries`,
    })),
  start: () => ({
    draws: 'entries',
    empty: {
      title: 'Judge a few to know about all.',
      words: 'Then retire by the rule that is right most often, and sample again.',
    },
  }),
  async shown(drawn, _, { store }) {
    const { asked, population, seed } = drawn
    return {
      basis: [`seed ${seed}`],
      sample: { asked, population, report: reportSample(await sampleView(store, drawn)) },
      empty: {
        title: 'Every entry of this sample is judged.',
        words: 'Act by the rule with the highest precision, then sample again.',
      },
    }
  },
})
