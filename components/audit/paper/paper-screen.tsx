'use client'

import { parseAsInteger, useQueryState } from 'nuqs'
import { useMemo } from 'react'
import { ChartFigure } from '@/components/charts/chart-figure.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { formatScore } from '@/components/ui/format.ts'
import { Section } from '@/components/ui/section.tsx'
import { ABLATION_SCOPE, CONTENT_KINDS, HEADLINE_GAIN_PP, PAPER } from '@/lib/memory/paper/figures.ts'
import type { NoEffectEnvelope } from '@/lib/memory/paper/no-effect.ts'
import { DISCORDANCE, noEffectEnvelope } from '@/lib/memory/paper/no-effect.ts'
import { AuditPage } from '../audit-page.tsx'
import { Note } from '../note.tsx'
import { CertaintyKey, ReportedValue } from './certainty-mark.tsx'
import { drawAblation, drawBuckets, drawReuse, drawRuns } from './draw-paper.ts'
import { GainTable, ParityTable, TierTable } from './paper-tables.tsx'
import { NegativeWall, UnreportedList } from './paper-walls.tsx'
import {
  ablationTable,
  bucketsTable,
  type PaperView,
  paperVerdict,
  reuseTable,
  runsTable,
} from './prepare-paper.ts'

const pp = (value: number, digits = 1) => `${value > 0 ? '+' : ''}${formatScore(value, digits)}`

/** What the published figures show, and what they cannot. */
export function PaperScreen({ view }: PaperScreenProps) {
  const { headline, integrity } = view
  return (
    <AuditPage
      room="paper"
      verdict={paperVerdict(view)}
      basis={
        <>
          <SourceChip source="paper" />
          <span>{PAPER.id}</span>
          <span>
            {PAPER.instances} instances of {PAPER.benchmark}
          </span>
          <span>{PAPER.runs} runs a cell</span>
          <span>nothing here was measured by Loupe</span>
        </>
      }
    >
      <div className="divide-y divide-hairline">
        <TableOne view={view} headline={headline} />
        <Stream view={view} />
        <div className="grid grid-cols-[minmax(0,1fr)] divide-hairline max-lg:divide-y lg:grid-cols-2 lg:divide-x">
          <Ablations view={view} />
          <Reuse view={view} />
        </div>
        <TiersAndParity view={view} />
        <div className="grid grid-cols-[minmax(0,1fr)] divide-hairline max-lg:divide-y lg:grid-cols-2 lg:divide-x">
          <UnreportedList />
          <NegativeWall />
        </div>
        <HowToRead integrity={integrity} />
      </div>
    </AuditPage>
  )
}

type PaperScreenProps = { view: PaperView }

function TableOne({ view, headline }: Pick<PaperScreenProps, 'view'> & { headline: PaperView['headline'] }) {
  return (
    <Section
      id="table-1"
      title="Table 1"
      note="Pass@1 of 500, percent: bar = printed mean ± sample sd over runs, dot = one run, derived"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]">
        <ChartFigure
          name="paper-table-1"
          draw={(width) => drawRuns(view, width)}
          table={runsTable(view)}
          caption={`n = ${PAPER.runs} runs of ${PAPER.instances}; order and sampling noise only, not the choice of tasks (about ±${view.taskNoisePp.toFixed(1)} pp a run)`}
        />
        <div className="min-w-0">
          <GainTable view={view} />
          <Note>
            The headline +{HEADLINE_GAIN_PP} is the mean of four rounded gains,{' '}
            {headline.meanOfPrintedPp.toFixed(2)}. The runs give {headline.lowPp.toFixed(2)} to{' '}
            {headline.highPp.toFixed(2)} (derived). It is over no memory; over instance memory the mean is +
            {headline.overInstancePp.toFixed(1)} (derived).
          </Note>
          <Note>
            The sd over runs falls from instance to subtask memory on {view.sd.fallsFromInstance} of{' '}
            {view.backbones.length} backbones
            {view.sd.rises.map(
              ({ backbone, from, to }) => `, rises on ${backbone} (${from.toFixed(2)} to ${to.toFixed(2)})`,
            )}
            ; against no memory it is higher on {view.sd.aboveVanilla} of {view.backbones.length}.
          </Note>
        </div>
      </div>
    </Section>
  )
}

function Ablations({ view }: Pick<PaperScreenProps, 'view'>) {
  return (
    <Section id="ablations" title="Ablations" note={ABLATION_SCOPE}>
      <ChartFigure
        name="paper-ablations"
        draw={(width) => drawAblation(view, width)}
        table={ablationTable(view)}
        caption="Pass@1 over no memory; runs behind each row not reported"
      />
      <Note>
        Derived:{' '}
        {view.parts.map(({ name, pp: part, what }, i) => (
          <span key={name} title={what}>
            {i > 0 && ', '}
            {name} {pp(part)}
          </span>
        ))}
        . Raw {pp(view.rawGainPp)} against the full {pp(view.fullGainPp)} holds for {ABLATION_SCOPE}.
      </Note>
    </Section>
  )
}

function Reuse({ view }: Pick<PaperScreenProps, 'view'>) {
  return (
    <Section id="reuse" title="Reuse" note="one Claude 3.7 run">
      <ChartFigure
        name="paper-reuse"
        draw={(width) => drawReuse(view, width)}
        table={reuseTable(view)}
        caption={`${view.reuse.printed.retrievedEntries.value} entries were retrieved at least once; how many were stored is not reported`}
      />
      <Note>
        Commonest content of 200 sampled entries, as another model saw it (Figure 6):{' '}
        {CONTENT_KINDS.map(({ category, kind, percent }, i) => (
          <span key={category}>
            {i > 0 && ', '}
            {category} {kind} <ReportedValue of={percent} format={(value) => `${value} %`} />
          </span>
        ))}
        ; the other shares are not reported.
      </Note>
      {view.reuse.derived && (
        <Note>
          Derived: at least {view.reuse.derived.leastRetrievals.toLocaleString('en')} retrievals,{' '}
          {view.reuse.derived.perInstance.toFixed(1)} an instance; the 100 most used carry at least{' '}
          {view.reuse.derived.headUses.toFixed(1)} each.
        </Note>
      )}
    </Section>
  )
}

function TiersAndParity({ view }: Pick<PaperScreenProps, 'view'>) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] divide-hairline max-lg:divide-y lg:grid-cols-2 lg:divide-x">
      <Section
        id="tiers"
        title="Complexity tiers"
        note="by the steps that the agent without memory took, Claude 3.7"
      >
        <TierTable view={view} />
        <Note>
          Hard gains most. Levels of easy and medium are not reported; medium’s +2 is what the others leave of
          the stream’s +20.
        </Note>
      </Section>
      <Section
        id="parity"
        title="The baseline, twice"
        note="instance memory in its own paper and as reproduced here"
      >
        <ParityTable />
        <Note>
          Two protocols: its own gains are {view.parity.own.map((value) => pp(value)).join(' and ')}, the
          reproduction shows {view.parity.reproduced.map((value) => pp(value)).join(' and ')}.
        </Note>
      </Section>
    </div>
  )
}

function HowToRead({ integrity }: { integrity: { cells: number; reachable: number; unique: number } }) {
  return (
    <Section title="How to read this">
      <div className="mt-2 grid gap-2">
        <CertaintyKey />
        <p className="max-w-[90ch] text-ink-3 text-small">
          Integrity (GRIM, SPRITE): {integrity.reachable} of {integrity.cells} cells of Table 1 can be given
          by whole solved counts, {integrity.unique} of them by one triple only. That is how the runs are
          known. It says that the figures can be, not that they are.
        </p>
      </div>
    </Section>
  )
}

/** Figure 3 with the slider for what is not reported. */
function Stream({ view }: StreamProps) {
  const [stored, setDiscordant] = useQueryState(
    'discordant',
    parseAsInteger.withDefault(DISCORDANCE.start).withOptions({ history: 'replace' }),
  )
  const clamped = Math.min(DISCORDANCE.to, Math.max(DISCORDANCE.from, stored))
  const discordant = clamped - (clamped % DISCORDANCE.step)
  const envelope = useMemo(() => noEffectEnvelope(discordant), [discordant])
  const isBeyond = envelope.p !== null && envelope.p < 0.05
  return (
    <Section
      id="stream"
      title="The stream"
      note="Figure 3: net solved of one Claude 3.7 run, subtask memory less no memory, cumulative"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <ChartFigure
          name="paper-stream"
          draw={(width) => drawBuckets(view, envelope.reach, width)}
          table={bucketsTable(view, envelope.reach)}
          caption="instances in stream order; grey: where whole curves stay, 95 % of the time, if memory does nothing; hollow: derived"
        />
        <div className="grid content-start gap-3 pt-3">
          <label className="grid gap-1">
            <span className="font-medium">
              Suppose {discordant} of 500 instances flipped, one way or the other
            </span>
            <input
              type="range"
              min={DISCORDANCE.from}
              max={DISCORDANCE.to}
              step={DISCORDANCE.step}
              value={discordant}
              onChange={(event) => void setDiscordant(Number(event.target.value))}
              className="accent-(--accent) max-md:h-11"
              aria-valuetext={`${discordant} discordant pairs, p ${envelope.p?.toFixed(3)}`}
            />
            <span className="text-ink-3 text-small">
              The paper does not say how many. Two runs of one agent without any change disagree on 6 to 12 %
              in public data: 30 to 60 of 500.
            </span>
          </label>
          <Envelope envelope={envelope} />
          <p aria-live="polite">
            {isBeyond
              ? 'With so few flips the end of the curve would be news; the dip at the start would still not be.'
              : 'With so many flips neither the dip nor the end of the curve can be told from noise.'}
          </p>
          <p className="text-ink-3 text-small">
            The flips are spread evenly over the stream, which is an assumption. The text prints −1 for the
            first 200; −1 and −1 is the only reading that fits the runs of Table 1, so the second is derived.
            The buckets count instances of one run; within a bucket of 100 they equal percentage points.
          </p>
        </div>
      </div>
    </Section>
  )
}

type StreamProps = { view: PaperView }

function Envelope({ envelope }: { envelope: NoEffectEnvelope }) {
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-y-1 border-hairline border-t pt-3">
      <dt>
        +20 over the stream, exact McNemar p <span className="text-ink-3 text-small">(derived)</span>
      </dt>
      <dd className="num">{envelope.p === null ? 'cannot be' : envelope.p.toFixed(3)}</dd>
      <dt>
        A dip this deep (−2) or deeper, if memory does nothing{' '}
        <span className="text-ink-3 text-small">(derived)</span>
      </dt>
      <dd className="num">{(100 * envelope.dipChance).toFixed(0)} %</dd>
    </dl>
  )
}
