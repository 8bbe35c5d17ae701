import type { Curve } from '../../../lib/memory/studies/ladder/curve.ts'
import { type FrozenPlan, planTitle } from '../../../lib/memory/studies/outcomes/plan.ts'
import { decidedWords } from '../../../lib/memory/studies/outcomes/words.ts'
import { pWords } from '../../../lib/memory/text/p-value.ts'
import { signedPp } from '../../../lib/memory/text/signed.ts'
import { armWords } from '../../marks/arm-words.ts'
import { plural } from '../../ui/format.ts'
import type { StudyPage, StudyPart, StudySection } from '../studies/study-page.ts'
import { ladderFigure, streamFigure, sweepFigure } from './gain-figures.ts'
import { coldStartWords, gainVerdict, gateWords, intervalWords, rungWords, sweepWords } from './gain-words.ts'
import type { GainView, LadderView } from './prepare-gain.ts'

/** Whose page it is, and what was planned for runs that were brought in: what came of them stands on Results. */
type Beside = { project: string | null; plans: readonly FrozenPlan[] }

/** Gain over the twin by density, over a stream, and by misprediction. */
export function gainPage(view: GainView | null, beside: Beside): StudyPage {
  if (view === null)
    return { verdict: 'Not measured: there is no ladder.', sources: [], basis: [], sections: [] }
  return {
    verdict: gainVerdict(view),
    sources: [view.source],
    basis: basisOf(view, beside.project),
    seed: view.plan.seed,
    sections: [
      ...(view.ladder ? ladderSections(view, view.ladder, beside.plans) : []),
      misprediction(view),
      stream(view),
    ],
  }
}

function basisOf({ source, ladder, against, clusters, ...view }: GainView, project: string | null): string[] {
  const point = ladder?.curve.points.find(({ x }) => x === ladder.spokenSize)
  return [
    ownerWords(source, project),
    ...(point
      ? [
          intervalWords({ source, ladder, against, clusters, ...view }),
          `${plural(point.tasks, 'held-out task')} of ${plural(clusters, 'function')}, ${plural(point.draws.length, 'draw')}`,
        ]
      : []),
    ladder?.noiseFloor
      ? `noise ±${ladder.noiseFloor.floorPp.toFixed(1)} pp between two runs of ${armWords(against)}`
      : 'baseline run only once: no noise estimate',
    ...(ladder?.neededTasks && point
      ? [`to confirm ${signedPp(point.value)} pp: ${ladder.neededTasks.toLocaleString('en')} tasks`]
      : []),
  ]
}

/** Whose figures they are: a demonstration is of nobody's project. */
function ownerWords(source: GainView['source'], project: string | null): string {
  if (source === 'imported') return 'the latest imported file of each design'
  if (source === 'simulated') return 'made up with a known truth'
  const not = project === null || project === 'sample' ? '' : `, not of ${project}`
  return `demonstration by a search program, not a language model${not}`
}

function ladderSections(view: GainView, ladder: LadderView, plans: Beside['plans']): StudySection[] {
  const [arm, against] = [armWords(view.arm), armWords(view.against)]
  const own = plans.filter(({ standing }) => standing === 'plan')
  return [
    {
      id: 'ladder',
      title: 'Density ladder',
      note: `gain of ${arm} over ${against} by entries in a frozen store`,
      parts: [
        {
          ...{ kind: 'figure', figure: ladderFigure(ladder, view), digits: 3 },
          caption: 'ring: planned; drag to list the flips of a range',
        },
        ...coldStartWords(ladder).map(note),
        ...(ladder.gate ? [note(gateWords(ladder.gate))] : []),
      ],
    },
    {
      id: 'plan',
      title: 'Decided before looking',
      note: 'the plan was fixed before the start',
      parts: [
        { kind: 'facts', facts: planFacts(view) },
        ...(own.length === 0
          ? []
          : [
              note(
                `Your own plans: ${own.map((plan) => `${planTitle(plan)}: ${decidedWords(plan)}`).join(' ')}`,
              ),
              { kind: 'link', text: 'Outcomes', path: '/audit/results' } as const,
            ]),
        note(rungWords(ladder)),
      ],
    },
  ]
}

function planFacts({ plan, arm, against, commit }: GainView): [string, string][] {
  const { a, b, size } = plan.primary
  return [
    ['primary', `${armWords(a)} against ${armWords(b)} at ${size} entries, paired by task`],
    [
      'shown',
      `${armWords(arm)} against ${armWords(against)}${arm === a && against === b ? '' : ': exploratory'}`,
    ],
    ['stops at', `${plan.tasks} tasks, ${plan.draws} draws`],
    ['same', `${plan.agent}, budget of ${plan.budgets.join(', ')} steps, world ${plan.world}`],
    ['memory', `${plan.extractor}, ${plan.embedder}`],
    ['seed', `${plan.seed}${commit ? `, commit ${commit.slice(0, 10)}` : ''}`],
  ]
}

function misprediction({ sweep }: GainView): StudySection {
  return {
    id: 'misprediction',
    title: 'Wrong categories',
    note: `gain over ${armWords('vanilla')} when a share of the categories is wrong`,
    parts: sweep
      ? [{ kind: 'figure', figure: sweepFigure(sweep), digits: 2 }, note(sweepWords(sweep))]
      : [{ kind: 'words', text: 'The misprediction sweep was not run.' }],
  }
}

function stream(view: GainView): StudySection {
  const figure = view.stream && streamFigure(view.stream, view)
  return {
    id: 'stream',
    title: 'Stream',
    note: `net tasks solved, ${armWords(view.arm)} less ${armWords(view.against)}, while the store grows`,
    parts:
      view.stream && figure
        ? [
            { kind: 'figure', figure, caption: 'drag to list the flips of a range' },
            note(streamWords(view.stream.curve)),
          ]
        : [{ kind: 'words', text: 'The stream was not run.' }],
  }
}

function streamWords({ dip, dipChance, detectableDepth, points }: Curve): string {
  const at = dip.deepestAt === null ? null : (points[dip.deepestAt - 1]?.x ?? 0)
  const lowest =
    at === null
      ? 'No block ends below 0.'
      : `Lowest after ${at} tasks: ${dip.depth.toFixed(1)} below 0, ${dipChance <= 0.05 ? 'significant' : 'not significant'} (${pWords(dipChance)}).`
  return `${lowest} Smallest detectable dip: ${detectableDepth.toFixed(1)} tasks.`
}

const note = (text: string): StudyPart => ({ kind: 'words', text, isNote: true })
