'use client'

import { parseAsString, useQueryStates } from 'nuqs'
import { useState } from 'react'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Field, Select } from '@/components/ui/field.tsx'
import { formatPercent, plural } from '@/components/ui/format.ts'
import { known } from '@/components/ui/hatch.tsx'
import { Link } from '@/components/ui/link.tsx'
import { Section } from '@/components/ui/section.tsx'
import { CsvLink } from '@/components/ui/table/csv-link.tsx'
import { FigureTable } from '@/components/ui/table/figure-table.tsx'
import type { TwoRuns } from '@/lib/memory/experiments/compare-two.ts'
import { planOf } from '@/lib/memory/experiments/plan.ts'
import { decidedWords } from '@/lib/memory/experiments/plan-words.ts'
import type { PlanOutcome, RunRow } from '@/lib/memory/experiments/report.ts'
import { costWords, differsWords, tierWords, twoVerdict } from '@/lib/memory/experiments/words.ts'
import { smallestDetectable } from '@/lib/memory/statistics/power.ts'
import { signedPp } from '@/lib/memory/text/signed.ts'
import { Note } from '../note.tsx'
import { repositoryTable } from './prepare-experiments.ts'

// The page is made anew for each choice: its figures are computed where the runs are.
const OPTIONS = { history: 'replace', shallow: false } as const
const FLIPS_SHOWN = 20

type TwoRunsSectionProps = {
  runs: RunRow[]
  plans: PlanOutcome[]
  pair: { base: string; variant: string }
  two: TwoRuns | null
}

/** Two runs flipped side by side: comparable or not, then the difference, then what flipped. */
export function TwoRunsSection({ runs, plans, pair, two }: TwoRunsSectionProps) {
  const [, set] = useQueryStates({ base: parseAsString, variant: parseAsString }, OPTIONS)
  const choice = (name: 'base' | 'variant', label: string) => (
    <Field label={label} className="min-w-0">
      <Select value={pair[name]} onChange={(event) => void set({ ...pair, [name]: event.target.value })}>
        {[...Map.groupBy(runs, ({ setting }) => setting)].map(([setting, own]) => (
          <optgroup key={setting} label={setting}>
            {own.map(({ id, arm, seed, known }) => (
              <option key={id} value={id} disabled={known === 0}>
                {`${arm} · ${setting}${seed === null ? '' : ` · seed ${seed}`}`}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </Field>
  )
  return (
    <Section
      id="two"
      title="Two runs side by side"
      note="over the instances that both know"
      end={two && <CsvLink fileName="results-flips.csv" rows={repositoryTable(two)} />}
    >
      <div className="mt-2 grid max-w-[760px] grid-cols-2 gap-3 max-md:grid-cols-[minmax(0,1fr)] print:hidden">
        {choice('base', 'Base')}
        {choice('variant', 'Variant')}
      </div>
      {two ? (
        <Difference
          two={two}
          decided={decidedWords(planOf(plans, { arm: [pair.variant], base: [pair.base] }))}
        />
      ) : (
        <p className="mt-3 text-ink-2">These two share no instance with an outcome.</p>
      )}
    </Section>
  )
}

function Difference({ two, decided }: { two: TwoRuns; decided: string }) {
  const { comparison: c } = two
  const left = c.onlyInBase.length + c.onlyInVariant.length
  return (
    <>
      <p className="mt-3 max-w-[76ch] text-pretty font-medium" data-testid="two-verdict">
        {twoVerdict(two)}
      </p>
      <p className="mt-1 max-w-[76ch] text-ink-2">
        {differsWords(two)}{' '}
        {left === 0
          ? ''
          : `Left out: ${plural(c.onlyInBase.length, 'instance')} only in the base, ${c.onlyInVariant.length} only in the variant.`}{' '}
        {decided}
      </p>
      <DifferenceTable comparison={c} />
      <Note>{costWords(two)}</Note>
      <Note>{tierWords(two)}</Note>
      <FlipNames two={two} />
    </>
  )
}

/** The figures of the pair, each in a line. */
function DifferenceTable({ comparison: c }: Pick<TwoRuns, 'comparison'>) {
  const { noiseFloor } = c
  const tellable = smallestDetectable(c.n, (c.onlyVariant + c.onlyBase) / c.n)
  return (
    <FigureTable
      label="The paired difference"
      first="measure"
      heads={['value']}
      className="max-w-[640px] w-full border-collapse"
      rows={[
        { name: 'both · neither', cells: [`${c.both} · ${c.neither}`] },
        { name: 'only the variant · only the base', cells: [`${c.onlyVariant} · ${c.onlyBase}`] },
        { name: 'exact McNemar p', cells: [c.mcnemarP.toPrecision(3)] },
        { name: '95 % interval (Newcombe)', cells: [rangeCell({ low: c.ciLowPp, high: c.ciHighPp })] },
        { name: '95 % interval by repository', cells: [rangeCell(c.clusteredPp)] },
        {
          name: 'smallest detectable gain, 80 % power',
          cells: [known(tellable, (share) => `± ${(100 * share).toFixed(1)} pp`, 'Too few pairs')],
        },
        { name: 'gained of what the base failed', cells: [shareCell(c.transfer.positive)] },
        { name: 'lost of what the base solved', cells: [shareCell(c.transfer.negative)] },
        {
          name: 'noise between runs of the base',
          cells: [known(noiseFloor, (one) => `± ${one.floorPp.toFixed(1)} pp`, 'No rerun of the base')],
        },
      ]}
    />
  )
}

function shareCell(one: { count: number; of: number; share: number } | null) {
  return known(
    one,
    ({ count, of, share }) => `${count} of ${of} (${formatPercent(share, 1)})`,
    'Nothing to flip',
  )
}

function rangeCell(one: { low: number; high: number } | null) {
  return known(one, ({ low, high }) => `${signedPp(low)} to ${signedPp(high)}`, 'Too few')
}

function FlipNames({ two }: { two: TwoRuns }) {
  const [isAll, setAll] = useState(false)
  const href = useProjectHref()
  const lists = [
    { title: 'gained', ids: two.flips.filter(({ gained }) => gained) },
    { title: 'lost', ids: two.flips.filter(({ gained }) => !gained) },
  ]
  return (
    <div className="mt-4 grid grid-cols-2 gap-6 max-md:grid-cols-[minmax(0,1fr)]">
      {lists.map(({ title, ids }) => (
        <div key={title} className="min-w-0">
          <h3 className="text-ink-3 text-small">
            {plural(ids.length, 'instance')} {title}
          </h3>
          <ul className="mt-1 font-mono text-small">
            {(isAll ? ids : ids.slice(0, FLIPS_SHOWN)).map(({ instanceId, episodes }) => (
              <li key={instanceId} className="truncate">
                {episodes ? (
                  <Link
                    href={href('/episodes/pair', episodes)}
                    title="Both episodes side by side"
                    className="link max-md:inline-block max-md:py-3"
                  >
                    {instanceId}
                  </Link>
                ) : (
                  instanceId
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {two.flips.length > FLIPS_SHOWN && (
        <button
          type="button"
          className="link w-fit text-small max-md:min-h-11"
          onClick={() => setAll(!isAll)}
        >
          {isAll ? 'Fewer' : `All ${two.flips.length} flips`}
        </button>
      )}
    </div>
  )
}
