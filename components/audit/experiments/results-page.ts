import { isSignificant } from '../../../lib/memory/statistics/compare.ts'
import { smallestDetectable } from '../../../lib/memory/statistics/power.ts'
import { INTERVAL_SEED } from '../../../lib/memory/statistics.ts'
import type { TwoRuns } from '../../../lib/memory/studies/outcomes/compare-two.ts'
import type { ExperimentsReport } from '../../../lib/memory/studies/outcomes/report.ts'
import { planOf } from '../../../lib/memory/studies/outcomes/run.ts'
import {
  costWords,
  decidedWords,
  differsWords,
  ownTwins,
  reportVerdict,
  tierWords,
  twoVerdict,
} from '../../../lib/memory/studies/outcomes/words.ts'
import { pText, signedPp } from '../../../lib/memory/text/words.ts'
import type { Cell } from '../../figures/figure.ts'
import { armWords } from '../../marks/arm-words.ts'
import { formatPercent, plural } from '../../ui/format.ts'
import { conclusion } from '../gain/conclusion.ts'
import {
  note,
  type StudyPage,
  type StudyPart,
  type StudySection,
  tablePart,
  words,
} from '../studies/study-page.ts'
import { armsFigure, repositoryTable, twinsFigure, waterfallFigure } from './prepare-experiments.ts'

/** Two runs that are compared: their ids, and what came of it; null where they share no instance with an outcome. */
type Pair = { base: string; variant: string; two: TwoRuns | null }

export function resultsPage(report: ExperimentsReport, pair: Pair | null): StudyPage {
  const { runs, arms, twins, waterfalls } = report
  return {
    verdict: reportVerdict(report),
    sources: [...new Set(runs.map(({ source }) => source))].sort(),
    basis: [plural(runs.length, 'run'), 'compared with the same model, agent and version without memory'],
    seed: INTERVAL_SEED,
    sections: [
      ...(twins.length > 0 ? [twinsSection(report)] : []),
      ...(pair ? [pairSection(report, pair)] : []),
      ...waterfalls.map(
        (waterfall, i): StudySection => ({
          id: `steps-${i + 1}`,
          title: 'Arms in order',
          parts: [{ kind: 'figure', figure: waterfallFigure(waterfall, i) }],
        }),
      ),
      ...(arms.length > 0
        ? [
            {
              id: 'runs',
              title: 'Runs by arm',
              parts: [{ kind: 'figure' as const, figure: armsFigure(arms) }],
            },
          ]
        : []),
    ],
  }
}

/** The arms against no memory alone: results that say nothing of store sizes. Speaks of the arm that is surest. */
export function twinsPage(report: ExperimentsReport): StudyPage {
  const { sections: _, basis, ...head } = resultsPage(report, null)
  const { id, title, parts } = twinsSection(report)
  const [surest] = ownTwins(report).toSorted((a, b) => a.adjustedP - b.adjustedP)
  const said = conclusion(
    surest
      ? {
          ...{ agent: `the imported agent (${armWords(surest.arm)})`, unit: 'pp' },
          ...{ value: surest.gainPp, low: surest.low, high: surest.high, isSure: isSignificant(surest) },
        }
      : null,
  )
  return {
    ...head,
    basis: [
      `agent: ${[...new Set(ownTwins(report).map(({ setting }) => setting))].join(', ')}`,
      ...basis,
      'no file says how many lessons the store held, so the gain has no density',
    ],
    sections: [{ id, title, parts: [...parts.slice(0, 1), words(said), ...parts.slice(1)] }],
  }
}

function twinsSection(report: ExperimentsReport): StudySection {
  return {
    id: 'twins',
    title: 'Arms against no memory',
    parts: [
      {
        ...{ kind: 'figure', figure: twinsFigure(report), digits: 2 },
        caption: 'strong: significant; ring: planned',
      },
      ...report.withoutTwin.map(
        ({ arm, setting, runs }): StudyPart =>
          words(`${arm}, ${setting}: ${plural(runs, 'run')}, none without memory to compare with.`),
      ),
    ],
  }
}

function pairSection({ plans }: ExperimentsReport, { base, variant, two }: Pair): StudySection {
  const head = { id: 'two', title: 'Two runs compared', note: 'over the instances that both know' }
  if (!two) return { ...head, parts: [words('These two share no instance with an outcome.')] }
  const { onlyInBase, onlyInVariant } = two.comparison
  const left =
    onlyInBase.length + onlyInVariant.length === 0
      ? ''
      : ` Left out: ${plural(onlyInBase.length, 'instance')} only in the base, ${onlyInVariant.length} only in the variant.`
  return {
    ...head,
    parts: [
      words(twoVerdict(two)),
      words(`${differsWords(two)}${left} ${decidedWords(planOf(plans, { arm: [variant], base: [base] }))}`),
      tablePart('results-difference', 'The paired difference', differenceTable(two)),
      note(costWords(two)),
      note(tierWords(two)),
      ...(two.flips.length > 0 ? flipParts(two) : []),
    ],
  }
}

function flipParts(two: TwoRuns): StudyPart[] {
  return [
    tablePart('results-flips', 'Flips by repository', repositoryTable(two)),
    {
      kind: 'list',
      items: two.flips.map(({ instanceId, gained, episodes }) => ({
        ...{ key: instanceId, text: instanceId, value: gained ? 'gained' : 'lost' },
        ...(episodes && { to: { path: '/episodes/pair', params: episodes } }),
      })),
    },
  ]
}

/** The figures of the pair, each in a line. */
function differenceTable({ comparison: c }: TwoRuns): Cell[][] {
  const tellable = smallestDetectable(c.n, (c.onlyVariant + c.onlyBase) / c.n)
  return [
    ['measure', 'value'],
    ['both · neither', `${c.both} · ${c.neither}`],
    ['only the variant · only the base', `${c.onlyVariant} · ${c.onlyBase}`],
    ['exact McNemar p', pText(c.mcnemarP)],
    ['95 % interval (Newcombe), pp', rangeWords({ low: c.ciLowPp, high: c.ciHighPp })],
    ['95 % interval by repository, pp', c.clusteredPp && rangeWords(c.clusteredPp)],
    ['smallest detectable gain, 80 % power, pp', tellable && `± ${(100 * tellable).toFixed(1)}`],
    ['gained of what the base failed', c.transfer.positive && shareWords(c.transfer.positive)],
    ['lost of what the base solved', c.transfer.negative && shareWords(c.transfer.negative)],
    ['noise between runs of the base, pp', c.noiseFloor && `± ${c.noiseFloor.floorPp.toFixed(1)}`],
  ]
}

function shareWords({ count, of, share }: { count: number; of: number; share: number }): string {
  return `${count} of ${of} (${formatPercent(share, 1)})`
}

function rangeWords({ low, high }: { low: number; high: number }): string {
  return `${signedPp(low)} to ${signedPp(high)}`
}
