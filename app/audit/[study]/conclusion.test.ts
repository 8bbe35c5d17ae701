import { describe, expect, it } from 'vitest'
import { conclusion, limitedBy } from '@/components/audit/gain/conclusion.ts'
import { gainPage, streamPage } from '@/components/audit/gain/gain-page.ts'
import { prepareGain } from '@/components/audit/gain/prepare-gain.ts'
import {
  recordedConclusion,
  recordedPage,
  recordedStreamPage,
} from '@/components/audit/gain/recorded-page.ts'
import { paperPage, paperStreamPage } from '@/components/audit/paper/paper-page.ts'
import type { StudyPage } from '@/components/audit/studies/study-page.ts'
import {
  type ExperimentTerms,
  type RecordedEpisode,
  reportExperiment,
} from '@/lib/memory/studies/experiment/report.ts'
import { exampleRuns } from '@/lib/memory/studies/ladder/simulate-run.ts'
import { listExperiments, readExperiment } from '@/lib/studies/designs/experiment.ts'
import { readDemonstration } from '@/lib/studies/designs/outcomes.ts'

const asked = { arm: null, against: null }
const beside = { project: null, plans: [] }
const EXAMPLES = ['helps-later', 'hurts', 'no-effect'] as const

/** The sentence that stands under the first figure. */
function said({ sections }: StudyPage): string {
  const [figure, words] = sections.find(({ parts }) => parts[0]?.kind === 'figure')?.parts ?? []
  if (figure?.kind !== 'figure' || words?.kind !== 'words')
    throw new Error('no sentence stands under a figure')
  return words.text
}

const shipped = readDemonstration(process.cwd())
const recording = readExperiment(listExperiments(process.cwd()))
const PAGES: Record<string, StudyPage> = {
  recorded: recordedPage(recording, null),
  workbench: gainPage(prepareGain(shipped, 'measured', asked), beside),
  imported: gainPage(prepareGain(shipped, 'imported', asked), beside),
  paper: paperPage(),
  'recorded, stream': recordedStreamPage(recording),
  'workbench, stream': streamPage(prepareGain(shipped, 'measured', asked, 'stream'), beside),
  'imported, stream': streamPage(prepareGain(shipped, 'imported', asked, 'stream'), beside),
  'paper, stream': paperStreamPage(),
  ...Object.fromEntries(
    EXAMPLES.flatMap((name) => [
      [name, gainPage(prepareGain(exampleRuns(name), 'simulated', asked), beside)],
      [`${name}, stream`, streamPage(prepareGain(exampleRuns(name), 'simulated', asked, 'stream'), beside)],
    ]),
  ),
}

describe('what may be concluded', () => {
  it.each(Object.entries(PAGES))(
    'stands under the figure of %s in at most 25 words, as one sentence',
    (_, page) => {
      expect(said(page).split(/\s+/).length).toBeLessThanOrEqual(25)
      expect(said(page)).toMatch(/^[A-Z].*[^.]\.$/)
      expect(page.basis.join(' ')).toMatch(/agents?: /)
    },
  )

  it('differs with the truth: of made-up runs it says what was planted', () => {
    const signs = EXAMPLES.map((name) => said(PAGES[name] as StudyPage).split(' a made-up agent')[0])
    expect(signs).toEqual(['Here memory helps', 'Here memory hurts', 'Cannot tell whether memory helps'])
    const streams = EXAMPLES.map((name) => said(PAGES[`${name}, stream`] as StudyPage))
    expect(new Set(streams).size).toBe(EXAMPLES.length)
  })

  it('says what limits a gain that is not there, and doubts one that comes where nothing returns', () => {
    const at = (low: number, high: number) => ({ value: (low + high) / 2, interval: { low, high } })
    const of = (low: number, high: number, beside: ReturnType<typeof limitedBy>) =>
      conclusion({ agent: 'it', value: (low + high) / 2, low, high, unit: 'pp', beside })
    expect(of(-1, 1, limitedBy(at(4, 12), null))).toContain('finding it is the limit')
    expect(of(-1, 1, limitedBy(at(-1, 1), null))).toContain('these tasks cannot show it')
    expect(of(2, 6, limitedBy(at(4, 12), at(1, 5)))).toContain('lessons are not why')
    expect(of(2, 6, limitedBy(at(4, 12), at(-1, 1)))).toBe('Here memory helps it: +4.0 pp.')
    expect(conclusion({ agent: 'it', value: 4, low: 2, high: 6, isSure: false, unit: 'pp' })).toMatch(
      /^Cannot tell/,
    )
    expect(conclusion(null)).toMatch(/^Nothing can be concluded/)
  })

  it('tells lessons from stages only where arms without lessons were run, and says what they came to', () => {
    const terms: ExperimentTerms = {
      ...{
        name: 'mini',
        frozenAt: '2026-11-27T22:00:00.000Z',
        planSha256: '0',
        model: 'm',
        with: 'handover',
      },
      ...{ arms: ['vanilla', 'subtask'], seeds: 1, tasks: 20, block: 5, steps: 12 },
      primary: { arm: 'subtask', base: 'vanilla' },
    }
    const episodes = (arm: string, resolved: number) =>
      Array.from(
        { length: 20 },
        (_, position): RecordedEpisode => ({
          ...{
            name: `${arm}-${position}`,
            arm,
            seed: 1,
            position,
            task: `t-${position}`,
            group: null,
            reason: '',
          },
          ...{ resolved: position < resolved, steps: 4, density: null, isTreated: true, costUsd: null },
        }),
      )
    const told = (...others: RecordedEpisode[][]) =>
      recordedConclusion(
        reportExperiment(terms, [episodes('vanilla', 4), episodes('subtask', 16), ...others].flat()),
      )
    expect(told()).toContain('whether the lessons or the stages do it is not told apart')
    expect(told(episodes('structure-only', 16))).toContain('that structure-only does less is not shown')
    expect(told(episodes('structure-only', 4), episodes('random-entry', 5))).toContain(
      'structure-only and random-entry do less',
    )
  })
})

it('every source of gain is drawn on the same axes', () => {
  const axes = ['recorded', 'workbench', 'paper', ...EXAMPLES].map((name) => {
    const part = PAGES[name]?.sections.flatMap(({ parts }) => parts).find(({ kind }) => kind === 'figure')
    return part?.kind === 'figure' && part.figure.kind === 'curves' ? part.figure : null
  })
  for (const figure of axes) expect(figure?.y).toEqual(axes[0]?.y)
  // The paper reports no store sizes: its places are those of its stream, and its axis says so.
  for (const figure of axes.filter((one) => one?.name !== 'paper-density'))
    expect(figure?.x).toEqual(axes[0]?.x)
})
