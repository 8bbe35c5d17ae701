'use client'

import type { ExperimentReport } from '@/lib/memory/studies/experiment/report.ts'
import { StudyScreen } from '../studies/study-screen.tsx'
import { SourceChoice } from './gain-choice.tsx'
import { type ReadEpisode, recordedPage } from './recorded-page.ts'

/** The recorded experiment that comes with the product, and the episode of it that is read. */
export function RecordedScreen(props: { report: ExperimentReport; read: ReadEpisode | null }) {
  const page = recordedPage(props.report, props.read)
  return <StudyScreen room="density-and-gain" page={page} choice={<SourceChoice shown="recorded" />} />
}
