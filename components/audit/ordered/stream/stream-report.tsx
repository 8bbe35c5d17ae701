'use client'

import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { FigureView } from '@/components/figures/figure-view.tsx'
import { type Origin, OriginContext } from '@/components/figures/origin.ts'
import { formatCount, formatDuration, plural } from '@/components/ui/format.ts'
import { Section } from '@/components/ui/section.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import type { StreamReport } from '@/lib/memory/studies/stream.ts'
import type { StreamPlan } from '@/lib/memory/studies/stream-schema.ts'
import type { StudyView } from '@/lib/memory/studies/study.ts'
import type { ReportView } from '../report-view.ts'
import { Scrubber } from './scrubber.tsx'
import { densityFigure, streamBasis, streamVerdict, usualMeasure } from './stream-words.ts'

const MEASURES = ['relevant', 'fits'] as const

/** What would have been retrieved as the memory grew, order by order. */
export function useStreamReport(study: StudyView<StreamPlan, StreamReport> | null): ReportView | null {
  const [asked, setMeasure] = useQueryState('measure', parseAsStringLiteral(MEASURES))
  if (study?.report == null) return null
  const { id, plan, report } = study
  const measure = asked ?? usualMeasure(report)
  const took = report.seeds.reduce((sum, { tookMs }) => sum + tookMs, 0)
  const origin: Origin = {
    sources: ['measured'],
    basis: [
      ...streamBasis(plan, report, measure),
      `${formatCount(report.all.n)} questions of ${plural(report.instances, 'instance')}`,
    ],
    seed: plan.seeds[0] ?? null,
  }
  const figure = (
    <Section
      id="density"
      title="Quality by density"
      note="how many entries of the category were there when it was asked, those of the own instance left out"
      end={
        <Segmented
          label="What counts as good"
          value={measure}
          options={MEASURES.map((value) => ({ value, label: value }))}
          onChange={(value) => void setMeasure(value)}
        />
      }
    >
      {measure === 'relevant' && report.labelled === 0 ? (
        <p className="mt-3 text-ink-3">Nobody says what is relevant to these episodes. See what fits.</p>
      ) : (
        <FigureView
          figure={densityFigure(plan, report, measure)}
          digits={3}
          caption={measure === 'fits' ? 'fits: above 99.9 % of unrelated pairs' : undefined}
        />
      )}
      <p className="mt-2 max-w-[88ch] text-pretty text-ink-3 text-small">
        Orders ask the same questions, so they are not independent: intervals draw instances. The category is
        the episode’s own label, except where a strategy predicts it. Replayed in {formatDuration(took)}.
      </p>
    </Section>
  )
  return {
    verdict: streamVerdict(plan, report, measure),
    basis: (
      <>
        {streamBasis(plan, report, measure).map((line) => (
          <span key={line}>{line}</span>
        ))}
        <span>
          {formatCount(report.all.n)} questions of {plural(report.instances, 'instance')},{' '}
          {report.seeds.length} of {plural(plan.seeds.length, 'order')}
        </span>
        <span>{plan.labels ? `relevant: ${plan.labels.what}` : 'no labels: only what fits is known'}</span>
        <span>retrieval only: no agent ran, no outcome is known</span>
      </>
    ),
    figure: <OriginContext value={origin}>{figure}</OriginContext>,
    body: (
      <OriginContext value={origin}>
        <div className="divide-y divide-hairline">
          {figure}
          <Scrubber id={id} plan={plan} report={report} measure={measure} />
        </div>
      </OriginContext>
    ),
  }
}
