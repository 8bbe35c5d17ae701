'use client'

import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { FigureView } from '@/components/figures/figure-view.tsx'
import { OriginContext } from '@/components/figures/origin.ts'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { plural } from '@/components/ui/format.ts'
import { Section } from '@/components/ui/section.tsx'
import { ErrorState, Skeleton } from '@/components/ui/states.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import type { JudgedReport } from '@/lib/memory/studies/judged.ts'
import type { BatchReport, RetrievalPlan, Shown } from '@/lib/memory/studies/retrieval.ts'
import { COMPARED_METRICS } from '@/lib/memory/studies/retrieval-terms.ts'
import type { StudyView } from '@/lib/memory/studies/study.ts'
import { Sections } from '../../studies/study-screen.tsx'
import type { ReportView } from '../report-view.ts'
import { mrrFigure, retrievalBasis, retrievalConditions, retrievalVerdict } from './prepare-retrieval.ts'
import { type Drill, retrievalSections } from './retrieval-sections.ts'
import { Winners } from './winners.tsx'

type RetrievalStudy = StudyView<RetrievalPlan, BatchReport>

/** Which questions are looked at stands in the address. */
const SHOWN = {
  show: parseAsStringLiteral(['all', 'disputed', 'differ', 'miss', 'ahead'] as const).withDefault('all'),
  a: parseAsString,
  b: parseAsString,
  metric: parseAsStringLiteral(COMPARED_METRICS).withDefault('mrr'),
  kind: parseAsStringLiteral(['stage', 'task'] as const),
  from: parseAsInteger.withDefault(0),
}

/** What a study of retrieval found, and how sure that is. */
export function useRetrievalReport(study: RetrievalStudy | null): ReportView | null {
  const href = useProjectHref()
  if (study?.report == null) return null
  const { id, report, plan } = study
  const figure = mrrFigure(report)
  const picture = figure && (
    <OriginContext
      value={{
        sources: ['measured'],
        basis: [
          ...retrievalBasis(report),
          ...retrievalConditions(report),
          plural(report.queryCount, 'question'),
        ],
        seed: plan.seed,
      }}
    >
      <Section title="MRR by strategy">
        <FigureView figure={figure} digits={3} />
      </Section>
    </OriginContext>
  )
  return {
    verdict: retrievalVerdict(report),
    basis: (
      <>
        {[...retrievalBasis(report), ...retrievalConditions(report)].map((line) => (
          <span key={line}>{line}</span>
        ))}
        <span>
          {plural(report.queryCount, 'question')}, seed {plan.seed}
        </span>
      </>
    ),
    actions: <LinkButton href={href('/memories/review/pair', { queue: id })}>Judge blind</LinkButton>,
    figure: picture,
    body: (
      <>
        {picture}
        <RetrievalBody id={id} report={report} judged={study.judged} />
      </>
    ),
  }
}

function RetrievalBody({
  id,
  report,
  judged,
}: {
  id: string
  report: BatchReport
  judged: JudgedReport | null
}) {
  const [shown] = useQueryStates(SHOWN)
  const href = useProjectHref()
  const { from, ...which } = shown
  const questions = useAnswer('studyQuestions', { id, shown: which, from: Math.max(0, from) })
  const drill: Drill = (asked, to) => `${href(`/audit/studies/${id}`, paramsOf(asked, to))}#questions`
  return (
    <>
      <Sections sections={retrievalSections(report, judged, drill)} />
      {questions.error && (
        <ErrorState
          what="The questions could not be read."
          where={questions.error.message}
          next="Load the page again."
        />
      )}
      {questions.data ? (
        <Winners report={report} table={questions.data} drill={drill} />
      ) : (
        <Section title="Winners">
          <Skeleton lines={5} label="Reading the questions" />
        </Section>
      )}
    </>
  )
}

/** What is usual is left out of an address. */
function paramsOf({ show, a, b, metric, kind }: Partial<Shown>, from = 0) {
  const usual = { show: show === 'all' ? null : show, metric: metric === 'mrr' ? null : metric }
  return { ...usual, a, b, kind, from: from === 0 ? null : from }
}
