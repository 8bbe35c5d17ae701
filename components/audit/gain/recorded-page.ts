import {
  EXPERIMENT_SEED,
  type ExperimentReport,
  type RecordedEpisode,
} from '../../../lib/memory/studies/experiment/report.ts'
import { pWords, signedPp } from '../../../lib/memory/text/words.ts'
import type { Curves, Series } from '../../figures/figure.ts'
import { tableOf } from '../../figures/table-of.ts'
import { armWords } from '../../marks/arm-words.ts'
import {
  note,
  type StudyPage,
  type StudyPart,
  type StudySection,
  tablePart,
  words,
} from '../studies/study-page.ts'
import { conclusion, type Finding, type Sign, signOf, verdictWords } from './conclusion.ts'
import { densityAxes, placesOf, streamFigure } from './gain-figures.ts'
import { dipClause, streamVerdictWords, streamWords } from './gain-words.ts'

/** A turn of an episode, as its reader shows it. */
type ShownTurn = { n: number; said: string; shown: string; given: string | null }
export type ReadEpisode = { name: string; turns: readonly ShownTurn[] }

const AGENT = 'a language model'
const NOTHING_RECORDED: StudyPage = {
  verdict: 'No experiment is recorded here yet.',
  sources: [],
  basis: ['npm run experiment runs one on tasks of your own'],
  sections: [],
}

/** A recorded experiment: a language model on repair tasks, with memory and without. */
export function recordedPage(report: ExperimentReport | null, read: ReadEpisode | null): StudyPage {
  if (report === null) return NOTHING_RECORDED
  return {
    ...headOf(report),
    sections: [
      ...(read ? [readerOf(report, read)] : []),
      density(report),
      armsOf(report),
      plan(report),
      episodes(report.episodes),
    ],
  }
}

/** The same while the store grows from nothing. */
export function recordedStreamPage(report: ExperimentReport | null): StudyPage {
  if (report === null) return NOTHING_RECORDED
  const { stream, primary, terms } = report
  const head = headOf(report)
  if (stream === null || primary === null) return { ...head, sections: [] }
  const { value, x } = stream.points.at(-1) ?? { value: 0, x: 0 }
  const finding: Finding = {
    ...{ agent: AGENT, value, unit: `of ${x} tasks` },
    // The comparison that was planned, in tasks: a second interval of it would be another answer.
    low: (primary.low / 100) * x,
    high: (primary.high / 100) * x,
    beside: () => dipClause(stream),
  }
  const sizes = new Map(
    report.episodes.flatMap(({ arm, position, density: size }) =>
      arm === primary.arm && size !== null ? [[position + 1, size] as const] : [],
    ),
  )
  const figure = streamFigure({ curve: stream }, { arm: primary.arm, against: primary.base })
  return {
    ...head,
    verdict: streamVerdictWords(
      dataOf(report),
      finding,
      { value, x },
      { arm: primary.arm, against: primary.base },
    ),
    sections: [
      {
        ...{ id: 'stream', title: 'Stream', note: `the store is empty at the first ${terms.block} tasks` },
        parts: [
          {
            ...{ kind: 'figure', figure: withLessons(figure, sizes, terms.block) },
            caption: 'dashed, with a number: lessons at hand from there on',
          },
          words(conclusion(finding)),
          note(streamWords(stream)),
        ],
      },
    ],
  }
}

/** One run of each task: no interval at a place, and the lessons that were at hand there as a column. */
function withLessons(figure: Curves, sizes: ReadonlyMap<number, number>, block: number): Curves {
  const plain = (one: Series): Series =>
    one.role !== 'main'
      ? one
      : {
          ...one,
          line: 'step',
          points: one.points.map(({ x, y }) => ({
            x,
            y,
            cells: { 'lessons at hand': sizes.get(x) ?? null },
          })),
        }
  return {
    ...figure,
    name: 'recorded-stream',
    subtitle: 'each task once with memory and once without',
    references: [
      ...(figure.references ?? []),
      ...[...sizes].flatMap(([place, size]) =>
        place > 1 && (place - 1) % block === 0 ? [{ axis: 'x' as const, value: place, name: `${size}` }] : [],
      ),
    ],
    series: figure.series.map(plain),
  }
}

function headOf(report: ExperimentReport): Omit<StudyPage, 'sections'> {
  const { terms, primary, arms } = report
  return {
    verdict: verdictOf(report),
    sources: ['recorded'],
    basis: [
      ...(primary
        ? [`95 % CI ${rangeOf(primary)}, ${pWords(primary.p)}, ${primary.pairs} pairs of episodes`]
        : []),
      `agent: ${terms.model ?? 'model not reported'}, ${terms.steps} turns, one of them for the lessons where they are drawn, blocks of ${terms.block}`,
      `${arms.map(({ arm, resolved, n }) => `${armWords(arm)} ${resolved} of ${n}`).join(', ')}; planned ${terms.tasks * terms.seeds} an arm`,
    ],
    ...(primary && { seed: EXPERIMENT_SEED }),
  }
}

const rangeOf = ({ low, high }: { low: number; high: number }) => `${signedPp(low)} to ${signedPp(high)} pp`

function intervalWords({ newcombe }: NonNullable<ExperimentReport['primary']>): string {
  const planned = 'bootstrap over tasks, 95 %, as it stands above'
  return newcombe ? `${planned}; Newcombe’s is ${rangeOf(newcombe)}` : planned
}

/** Of nobody's project. */
const dataOf = ({ terms }: ExperimentReport) => `Loupe’s own ${terms.tasks} tasks`

function verdictOf(report: ExperimentReport): string {
  const { primary } = report
  if (!primary) return 'No pair of episodes is recorded yet.'
  const what = `${armWords(primary.arm)} ${signedPp(primary.gainPp)} pp over ${armWords(primary.base)}.`
  return verdictWords(dataOf(report), signOf(primary), what)
}

/** What may be concluded; whether it is the lessons depends on the arms without any, or with any lesson. */
export function recordedConclusion({ primary, arms }: ExperimentReport): string {
  if (!primary) return conclusion(null)
  const beside = (sign: Sign) => {
    if (sign !== 'helps') return null
    const told = arms.filter(({ arm, less }) => PLAIN.includes(arm) && less !== null)
    if (told.length === 0) return 'whether the lessons or the stages do it is not told apart'
    const open = told.find(({ less }) => (less?.low ?? 0) <= 0)
    return open
      ? `that ${armWords(open.arm)} does less is not shown`
      : `${told.map(({ arm }) => armWords(arm)).join(' and ')} ${told.length > 1 ? 'do' : 'does'} less`
  }
  return conclusion({
    agent: AGENT,
    value: primary.gainPp,
    low: primary.low,
    high: primary.high,
    unit: 'pp',
    beside,
  })
}
/** Arms by which the content of a lesson is told from the stages that it comes with. */
const PLAIN = ['structure-only', 'random-entry']

function density(report: ExperimentReport): StudySection {
  const { density: bins, treated, terms } = report
  const arm = terms.primary?.arm ?? ''
  const series: Series[] = [
    {
      ...{ name: armWords(arm), role: 'main' as const },
      points: placesOf([]).map((size, x) => {
        const bin = bins.find(({ from }) => from === size)
        return bin
          ? {
              ...{ x, y: bin.gainPp, says: bin.gainPp === null ? '' : signedPp(bin.gainPp) },
              ...(bin.interval ? { low: bin.interval.low, high: bin.interval.high } : {}),
              cells: { lessons: bin.name, pairs: bin.n },
            }
          : { x, y: null, says: '' }
      }),
    },
  ]
  const figure: Curves = {
    ...densityAxes([], series),
    ...{ kind: 'curves', name: 'recorded-density', series },
    title: 'Gain by lessons in the store when the episode began',
    subtitle: 'percentage points over the same task and seed without memory, 95 % bootstrap interval',
    references: [{ axis: 'y', value: 0, name: armWords(terms.primary?.base ?? 'vanilla') }],
  }
  const gain = treated.gainPp === null ? 'unknown' : `${signedPp(treated.gainPp)} pp`
  return {
    ...{ id: 'density', title: 'Density', note: 'every episode counts as its arm, whatever memory gave' },
    parts: [
      ...(bins.length > 0
        ? [
            {
              ...{ kind: 'figure' as const, figure, digits: 1 },
              caption:
                'a place holds the episodes from its number of lessons up to the next; hatched: none began there',
            },
          ]
        : []),
      words(recordedConclusion(report)),
      note(
        `As treated: ${treated.n} episodes were given a lesson, gain ${gain} over the same tasks without memory.`,
      ),
    ],
  }
}

function armsOf({ arms, terms }: ExperimentReport): StudySection {
  const primary = armWords(terms.primary?.arm ?? '')
  const rest = arms.filter(({ less, arm }) => less !== null && arm !== terms.primary?.base)
  return {
    ...{ id: 'arms', title: 'Arms', note: 'over the same tasks and seeds, 95 % by bootstrap over tasks' },
    parts: [
      tablePart(
        'recorded-arms',
        'Arms of the recorded experiment',
        tableOf(arms, {
          arm: ({ arm }) => armWords(arm),
          episodes: ({ n }) => n,
          resolved: ({ resolved }) => resolved,
          turns: ({ steps }) => steps,
          [`over ${armWords('vanilla')}, pp`]: ({ overVanilla }) => overVanilla?.gainPp ?? null,
          '95 % low': ({ overVanilla }) => overVanilla?.low ?? null,
          '95 % high': ({ overVanilla }) => overVanilla?.high ?? null,
        }),
      ),
      ...rest.flatMap(({ arm, less }): StudyPart[] =>
        less
          ? [
              note(
                `${primary} less ${armWords(arm)}: ${signedPp(less.gainPp)} pp (${rangeOf(less)}), ${less.pairs} tasks.`,
              ),
            ]
          : [],
      ),
    ],
  }
}
function plan({ terms, primary: compared }: ExperimentReport): StudySection {
  const { primary } = terms
  return {
    ...{
      id: 'plan',
      title: 'Decided before looking',
      note: `frozen ${terms.frozenAt.slice(0, 16).replace('T', ' ')} UTC`,
    },
    parts: [
      {
        kind: 'facts',
        facts: [
          [
            'primary',
            primary
              ? `${armWords(primary.arm)} against ${armWords(primary.base)}, paired by task and seed`
              : 'none',
          ],
          ...(primary && compared ? [['interval', intervalWords(compared)] as const] : []),
          ['stops at', `${terms.tasks} tasks, ${terms.seeds} ${terms.seeds === 1 ? 'seed' : 'seeds'} an arm`],
          ['answers', terms.with],
          ['SHA-256', terms.planSha256],
        ],
      },
    ],
  }
}

function episodes(all: readonly RecordedEpisode[]): StudySection {
  return {
    ...{ id: 'episodes', title: 'Episodes', note: 'each can be read turn by turn' },
    parts: [
      {
        ...{ kind: 'table', name: 'recorded-episodes', title: 'Recorded episodes' },
        table: tableOf(all, {
          task: ({ task }) => task,
          arm: ({ arm }) => armWords(arm),
          outcome: ({ resolved }) => (resolved ? 'resolved' : 'not resolved'),
          turns: ({ steps }) => steps,
          lessons: ({ density: count }) => count,
          verdict: ({ reason, resolved }) => (resolved ? '' : reason),
        }),
        linkOf: (row, column) => {
          const name = all[row]?.name
          return column === 0 && name
            ? { href: `?show=recorded&episode=${encodeURIComponent(name)}`, label: `Read ${name}` }
            : null
        },
      },
    ],
  }
}

function readerOf({ episodes: all }: ExperimentReport, { name, turns }: ReadEpisode): StudySection {
  const one = all.find((episode) => episode.name === name)
  return {
    ...{
      id: 'episode',
      title: name,
      note: one ? `${one.resolved ? 'resolved' : 'not resolved'}: ${one.reason}` : '',
    },
    parts: [
      {
        kind: 'texts',
        items: turns.map(({ n, said, shown, given }) => ({
          key: `${n}`,
          summary: n === 0 ? 'task' : `turn ${n}${given ? ' · memory gave a lesson after it' : ''}`,
          texts: [
            ...(said ? [{ name: 'agent', text: said }] : []),
            { name: 'shown', text: shown },
            ...(given ? [{ name: 'of which memory', text: given }] : []),
          ],
        })),
      },
    ],
  }
}
