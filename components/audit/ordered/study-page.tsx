'use client'

import type { ReactNode } from 'react'
import { Screen } from '@/components/frame/screen.tsx'
import { useShell } from '@/components/frame/shell.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { formatCount, formatInstant } from '@/components/ui/format.ts'
import type { StudyForm, StudyHead, StudyView } from '@/lib/memory/studies/study.ts'
import { OrderForm } from './order-form.tsx'
import { useReport } from './reports.tsx'
import { StudyList } from './study-list.tsx'
import { ProgressView, useProgress } from './study-progress.tsx'
import { progressWords } from './study-words.ts'

/** One study: how far it is, and what came of it. */
export function OrderedStudy({ study }: { study: StudyView }) {
  const { title, question, slug, units } = study.words
  const state = useProgress(study)
  const report = useReport(study)
  return (
    <Screen
      crumbs={[
        { label: 'Audit', path: '/audit' },
        { label: title, path: `/audit/${slug}` },
        { label: study.name },
      ]}
      actions={report?.actions}
      question={question}
      verdict={report?.verdict ?? progressWords(state.progress, units)}
      basis={<StudyFacts study={study}>{report?.basis}</StudyFacts>}
    >
      <ProgressView state={state} name={study.name} />
      {report?.body}
    </Screen>
  )
}

/** A design in a project: its latest study, the order of a new one, and those that are kept. */
export function OrderPage({
  form,
  heads,
  latest,
}: {
  form: StudyForm
  heads: readonly StudyHead[]
  latest: StudyView | null
}) {
  const { title, question } = form.words
  const report = useReport(latest)
  return (
    <Screen
      crumbs={[{ label: 'Audit', path: '/audit' }, { label: title }]}
      question={question}
      verdict={report?.verdict ?? 'Not measured yet.'}
      basis={latest && <StudyFacts study={latest}>{report?.basis}</StudyFacts>}
    >
      {report?.figure}
      <div className="grid grid-cols-[minmax(0,1fr)_380px] border-hairline border-t max-lg:grid-cols-[minmax(0,1fr)]">
        <OrderForm form={form} />
        <StudyList heads={heads} />
      </div>
    </Screen>
  )
}

/** What a study's figures rest on, and its rows as files. */
function StudyFacts({ study, children }: { study: StudyView; children?: ReactNode }) {
  const { current } = useShell()
  const { id, by, createdAt, embedder, storeRevision, report } = study
  return (
    <>
      <SourceChip source={current?.source === 'written' ? 'written' : 'measured'} />
      {children}
      {embedder !== null && (
        <span>
          {embedder}, revision {formatCount(storeRevision ?? 0)}
        </span>
      )}
      <span>
        ordered {formatInstant(createdAt)} by {by}
      </span>
      {report !== null && (
        <span>
          {['JSON', 'CSV'].map((label) => (
            <a
              key={label}
              className="link max-md:inline-block max-md:px-2 max-md:py-3.5"
              href={`/api/v1/studies/${id}/${label.toLowerCase()}`}
            >
              {label}
            </a>
          ))}
        </span>
      )}
    </>
  )
}
