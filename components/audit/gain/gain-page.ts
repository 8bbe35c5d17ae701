import type { Curve } from '../../../lib/memory/studies/ladder/curve.ts'
import { type FrozenPlan, planTitle } from '../../../lib/memory/studies/outcomes/run.ts'
import { decidedWords } from '../../../lib/memory/studies/outcomes/words.ts'
import { signedPp } from '../../../lib/memory/text/words.ts'
import { tableOf } from '../../figures/table-of.ts'
import { armWords } from '../../marks/arm-words.ts'
import { plural } from '../../ui/format.ts'
import {
  note,
  type StudyPage,
  type StudyPart,
  type StudySection,
  tablePart,
  words,
} from '../studies/study-page.ts'
import { ladderFigure, streamFigure, sweepFigure } from './gain-figures.ts'
import {
  agentWords,
  coldStartWords,
  gainVerdict,
  gateWords,
  intervalWords,
  keyWords,
  ladderConclusion,
  rungWords,
  streamConclusion,
  streamVerdict,
  streamWords,
  sweepWords,
  topOne,
} from './gain-words.ts'
import type { GainView, LadderView, SweepView } from './prepare-gain.ts'

/** Whose page it is, and what was planned for runs that were brought in: what came of them stands on Results. */
type Beside = { project: string | null; plans: readonly FrozenPlan[] }

const NOT_MEASURED: StudyPage = {
  verdict: 'No result of several store sizes is here.',
  ...{ sources: [], basis: [], sections: [] },
}

/** Gain over the twin by density, and by misprediction. */
export function gainPage(view: GainView | null, beside: Beside): StudyPage {
  if (view === null) return NOT_MEASURED
  return {
    verdict: gainVerdict(view),
    sources: [view.source],
    basis: basisOf(view, beside.project),
    seed: view.plan.seed,
    sections: [
      ...(view.ladder ? ladderSections(view, view.ladder, beside.plans) : []),
      ...(view.sweep ? [misprediction(view.sweep)] : []),
    ],
  }
}

/** Net tasks solved while the store grows. */
export function streamPage(view: GainView | null, { project }: Beside): StudyPage {
  if (!view?.stream) return { ...NOT_MEASURED, verdict: 'No result of a stream is here.' }
  const { stream, plan } = view
  return {
    verdict: streamVerdict(view),
    sources: [view.source],
    basis: [
      agentWords(view, project),
      `${plan.tasks} tasks of ${plural(view.clusters, 'function')}, ${plural(stream.draws, 'shuffle')}`,
    ],
    seed: plan.seed,
    sections: [
      {
        id: 'stream',
        title: 'Stream',
        note: `net tasks solved, ${armWords(view.arm)} less ${armWords(view.against)}, while the store grows`,
        parts: [
          {
            kind: 'figure',
            figure: streamFigure(stream, view),
            caption: 'drag to list the flips of a range',
          },
          words(streamConclusion(view)),
          note(streamWords(stream.curve)),
        ],
      },
    ],
  }
}

function basisOf(view: GainView, project: string | null): string[] {
  const { ladder, against, clusters } = view
  const point = ladder?.curve.points.find(({ x }) => x === ladder.spokenSize)
  return [
    agentWords(view, project),
    ...(point
      ? [
          intervalWords(view),
          `${plural(point.tasks, 'held-out task')} of ${plural(clusters, 'function')}, ${plural(point.draws.length, 'draw')}`,
        ]
      : []),
    ladder?.noiseFloor
      ? `noise ±${ladder.noiseFloor.floorPp.toFixed(1)} pp between two runs of ${armWords(against)}`
      : 'baseline run only once: no noise estimate',
    ...(ladder?.neededTasks && point && Number(point.value.toFixed(1)) !== 0
      ? [`to confirm ${signedPp(point.value)} pp: ${ladder.neededTasks.toLocaleString('en')} tasks`]
      : []),
  ]
}

function ladderSections(view: GainView, ladder: LadderView, plans: Beside['plans']): StudySection[] {
  const [arm, against] = [armWords(view.arm), armWords(view.against)]
  const own = plans.filter(({ standing }) => standing === 'plan')
  const key = keyWords(ladder)
  return [
    {
      id: 'ladder',
      title: 'Density ladder',
      note: `gain of ${arm} over ${against} by lessons in a frozen store`,
      parts: [
        {
          ...{ kind: 'figure', figure: ladderFigure(ladder, view), digits: 3 },
          caption: 'ring: planned; hatched: not run; drag to list the flips of a range',
        },
        words(ladderConclusion(view)),
        ...(key ? [keyTable(ladder), note(key)] : []),
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

/** Gain beside its ceiling and its control, and how good the key was that EDIT asked by. */
function keyTable({ curve, beside, keys }: LadderView): StudyPart {
  const at = (of: Curve | null, x: number) => of?.points.find((point) => point.x === x)?.value ?? null
  return tablePart(
    'gain-key',
    'Gain, ceiling, control and key by lessons',
    tableOf(curve.points, {
      lessons: ({ x }) => x,
      'gain pp': ({ value }) => value,
      'ceiling pp': ({ x }) => at(beside.ceiling, x),
      'control pp': ({ x }) => at(beside.control, x),
      'random pp': ({ x }) => at(beside.random, x),
      'top-1 %': (_, i) => topOne(keys[i]),
      AUC: (_, i) => keys[i]?.auc ?? null,
    }),
    3,
  )
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

function misprediction(sweep: SweepView): StudySection {
  return {
    id: 'misprediction',
    title: 'Wrong categories',
    note: `gain over ${armWords('vanilla')} when a share of the categories is wrong; agent: ${sweep.agent}`,
    parts: [{ kind: 'figure', figure: sweepFigure(sweep), digits: 2 }, note(sweepWords(sweep))],
  }
}
