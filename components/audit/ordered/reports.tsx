'use client'

import type { BatchReport, RetrievalPlan } from '@/lib/memory/studies/retrieval.ts'
import type { StreamReport } from '@/lib/memory/studies/stream.ts'
import type { StreamPlan } from '@/lib/memory/studies/stream-schema.ts'
import type { StudyView } from '@/lib/memory/studies/study.ts'
import { PlainReport, plainVerdict } from './plain-report.tsx'
import type { ReportView } from './report-view.ts'
import { useRetrievalReport } from './retrieval/retrieval-report.tsx'
import { useStreamReport } from './stream/stream-report.tsx'

/** The report of a study by its design; of a design without a picture of its own, its numbers as tables. Null while there is none. */
export function useReport(study: StudyView | null): ReportView | null {
  const of = (design: string) => (study?.design === design && study.report !== null ? study : null)
  const retrieval = useRetrievalReport(of('retrieval') as StudyView<RetrievalPlan, BatchReport> | null)
  const stream = useStreamReport(of('stream') as StudyView<StreamPlan, StreamReport> | null)
  if (retrieval ?? stream) return retrieval ?? stream
  if (study === null || study.report === null) return null
  const tables = <PlainReport report={study.report} />
  return { verdict: plainVerdict(study.report), figure: tables, body: tables }
}
