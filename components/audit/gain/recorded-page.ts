import type { ExperimentReport, RecordedEpisode } from '../../../lib/memory/studies/experiment/report.ts'
import { pWords, signedPp } from '../../../lib/memory/text/words.ts'
import type { Curves, Rows } from '../../figures/figure.ts'
import { tableOf } from '../../figures/table-of.ts'
import { armWords } from '../../marks/arm-words.ts'
import type { StudyPage, StudyPart, StudySection } from '../studies/study-page.ts'

/** A turn of an episode, as its reader shows it. */
type ShownTurn = { n: number; said: string; shown: string; given: string | null }
/** An episode that is read, by its name. */
export type ReadEpisode = { name: string; turns: readonly ShownTurn[] }

/** A recorded experiment: a language model on repair tasks, with memory and without. */
export function recordedPage(report: ExperimentReport, read: ReadEpisode | null): StudyPage {
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
    sections: [
      ...(read ? [readerOf(report, read)] : []),
      density(report),
      stream(report),
      plan(report),
      episodes(report.episodes),
    ],
  }
}

const rangeOf = ({ low, high }: { low: number; high: number }) => `${signedPp(low)} to ${signedPp(high)} pp`

function intervalWords({ newcombe }: NonNullable<ExperimentReport['primary']>): string {
  const planned = 'bootstrap over tasks, 95 %, as it stands above'
  return newcombe ? `${planned}; Newcombe’s is ${rangeOf(newcombe)}` : planned
}

/** At most 25 words. */
function verdictOf({ primary, terms }: ExperimentReport): string {
  if (!primary) return 'No pair of episodes is recorded yet: nothing can be concluded.'
  const { low, high, gainPp } = primary
  const gain = `${armWords(terms.primary?.arm ?? '')} ${signedPp(gainPp)} pp`
  if (low > 0) return `On these tasks memory helps: ${gain}.`
  if (high < 0) return `On these tasks memory hurts: ${gain}.`
  return `No effect of memory is shown on these tasks: ${gain}, the interval includes 0.`
}

function density({ density: bins, treated }: ExperimentReport): StudySection {
  const figure: Rows = {
    ...{ kind: 'rows', name: 'recorded-density', label: 'lessons in the store' },
    title: 'Gain by lessons in the store when the episode began',
    subtitle: 'percentage points over the same task and seed without memory, 95 % bootstrap interval',
    x: { name: 'gain pp', unit: 'points' },
    references: [{ axis: 'x', value: 0, name: 'no memory' }],
    rows: bins.map(({ name, n, gainPp, interval }) => ({
      ...{ name, value: gainPp, role: 'main' as const, cells: { pairs: n } },
      ...(interval ? { low: interval.low, high: interval.high } : {}),
    })),
  }
  const gain = treated.gainPp === null ? 'unknown' : `${signedPp(treated.gainPp)} pp`
  return {
    ...{ id: 'density', title: 'Density', note: 'every episode counts as its arm, whatever memory gave' },
    parts: [
      ...(bins.length > 0 ? [{ kind: 'figure' as const, figure, digits: 1 }] : []),
      note(
        `As treated: ${treated.n} episodes were given a lesson, gain ${gain} over the same tasks without memory.`,
      ),
    ],
  }
}

function stream({ stream: points }: ExperimentReport): StudySection {
  const figure: Curves = {
    ...{
      kind: 'curves',
      name: 'recorded-stream',
      title: 'Net tasks solved in stream order, memory less no memory',
    },
    subtitle: 'mean over seeds',
    x: { name: 'tasks', unit: 'count' },
    y: { name: 'net solved', unit: 'points', centred: true },
    references: [{ axis: 'y', value: 0, name: 'no memory' }],
    series: [
      {
        name: 'memory',
        role: 'main',
        line: 'step',
        points: points.map(({ position, net }) => ({ x: position + 1, y: net })),
      },
    ],
  }
  return {
    ...{ id: 'stream', title: 'Cold start', note: 'the store is empty at the first task' },
    parts: points.length > 0 ? [{ kind: 'figure', figure, digits: 1 }] : [note('No pair is recorded yet.')],
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

const note = (text: string): StudyPart => ({ kind: 'words', text, isNote: true })
