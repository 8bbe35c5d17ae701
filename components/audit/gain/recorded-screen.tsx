'use client'

import type { ExperimentReport } from '@/lib/memory/studies/experiment/report.ts'
import { demonstrated } from '../audit-words.ts'
import { StudyScreen } from '../studies/study-screen.tsx'
import { SourceChoice } from './gain-choice.tsx'
import { type ReadEpisode, recordedPage, recordedStreamPage } from './recorded-page.ts'

/** The recorded experiment that comes with the product, by density with the episode that is read, or as a stream. */
export function RecordedScreen({ room, report, read, unknown }: RecordedScreenProps) {
  const page = room === 'cold-start' ? recordedStreamPage(report) : recordedPage(report, read)
  return (
    <StudyScreen
      room={room}
      page={demonstrated(page, unknown)}
      choice={<SourceChoice room={room} shown="recorded" />}
    />
  )
}

type RecordedScreenProps = {
  room: 'density-and-gain' | 'cold-start'
  report: ExperimentReport | null
  read: ReadEpisode | null
  /** What is to be said first of a project that has no such outcomes; null where it has. */
  unknown: string | null
}
