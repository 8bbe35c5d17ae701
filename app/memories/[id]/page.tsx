import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { createLoader } from 'nuqs/server'
import { guardPage } from '@/app/guard.ts'
import { orRefusal } from '@/app/refusal.ts'
import { prepareVersions } from '@/components/curate/prepare-versions.ts'
import {
  askedFilter,
  entryUrlParsers,
  filterOf,
  filterParams,
  isFiltered,
} from '@/components/entries/entry-url.ts'
import { EntryPlaceNav } from '@/components/entry/entry-place-nav.tsx'
import { EntryView } from '@/components/entry/entry-view.tsx'
import { prepareAlignment, supportedParts } from '@/components/entry/prepare-alignment.ts'
import { entryVerdict } from '@/components/entry/prepare-entry-verdict.ts'
import { type LitSpan, prepareLesson, withSpans } from '@/components/entry/prepare-lesson.ts'
import { PageHead } from '@/components/frame/page-head.tsx'
import { oneParam, projectHref } from '@/components/frame/project-href.ts'
import { TopBar } from '@/components/frame/top-bar.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { scanLeaks } from '@/lib/extract/leak-scan.ts'
import { UserError } from '@/lib/memory/errors.ts'
import { EXPERIENCE_PARTS, type ExperiencePart } from '@/lib/memory/experience.ts'
import type { EntryDetail } from '@/lib/memory/views.ts'
import { getLoupe } from '@/lib/runtime.ts'

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

const loadUrl = createLoader(entryUrlParsers)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const detail = await (await getLoupe()).memories.findEntry((await params).id)
  return { title: detail?.entry.description.objective ?? 'No such entry' }
}

export default async function EntryPage({ params, searchParams }: Props) {
  await guardPage(searchParams)
  const asked = await searchParams
  const project = oneParam(asked.project)
  const loupe = await getLoupe()
  const found = await loupe.memories.findEntry((await params).id)
  if (!found) notFound()

  // An entry is read in its own project, whichever the address says: links from here must ask the memory it is in.
  if (project !== found.projectName) redirect(projectHref(`/memories/${found.entry.id}`, found.projectName))
  const url = filterOf(loadUrl(asked))
  const filter = await orRefusal(loupe.memories.resolveFilter(askedFilter(found.entry.projectId, url)))
  const [place, findings] = await Promise.all([
    // A filter without an answer has no next and no previous; the entry is read all the same.
    filter instanceof UserError
      ? null
      : loupe.memories.neighboursInFilter(found.entry.id, {
          ...filter,
          sort: url.sort,
          descending: url.desc,
        }),
    loupe.triage.findingsOf(found.entry.id),
  ])

  const { steps, versions, ...detail } = found
  const { entry } = detail
  const source =
    entry.extractor === 'person'
      ? 'written'
      : ((await loupe.memories.shell(detail.projectName)).current?.source ?? 'imported')
  const alignment = prepareAlignment(entry, steps)
  const ownName = entry.repo?.split('/').at(-1) ?? null
  const withFindings = (leaks: ReturnType<typeof scanLeaks>, part: ExperiencePart) =>
    withSpans(
      leaks,
      findings.flatMap(({ entryId, detector, detail: { spans } }) =>
        entryId === entry.id
          ? spans.filter(({ field }) => field === part).map((span) => ({ ...span, detector }))
          : [],
      ),
    )
  const leaks = Object.fromEntries(
    EXPERIENCE_PARTS.map((part) => [part, withFindings(scanLeaks(entry.experience[part], ownName), part)]),
  ) as Record<ExperiencePart, LitSpan[]>
  const lessons = Object.fromEntries(
    EXPERIENCE_PARTS.map((part) => [part, prepareLesson(entry.experience[part], leaks[part])]),
  ) as Record<ExperiencePart, ReturnType<typeof prepareLesson>>

  return (
    <>
      <TopBar
        crumbs={[
          { label: 'Memories', path: '/memories' },
          { label: entry.id, mono: true },
        ]}
        note={
          place && <EntryPlaceNav place={place} params={filterParams(url)} isFiltered={isFiltered(url)} />
        }
        actions={
          <LinkButton
            href={projectHref('/playground', project, {
              text: entry.description.objective,
              mode: 'subtask',
              category: entry.category,
            })}
          >
            Ask with this
          </LinkButton>
        }
      />
      <PageHead
        question="Is this lesson true, general, and worth its place?"
        verdict={entryVerdict({
          entry,
          supportedParts: supportedParts(alignment).length,
          isCheckUnseen: alignment.parts.some(
            ({ part, citesWritesOnly }) => part === 'check' && citesWritesOnly,
          ),
          partCount: alignment.parts.length,
          leaks: Object.values(leaks).flatMap((found) => found.flatMap((leak) => leak.type ?? [])),
          servedCount: detail.servedCount,
        })}
        basis={
          <>
            <span>
              <SourceChip source={source} /> {outcomeWords(detail)}
            </span>
            {detail.judged && <span>{judgedWords(detail.judged)}</span>}
            {entry.episodeId !== null && versions.some((version) => version.verb === 'edit') && (
              <span>edited since: a part that a person rewrote cites no step</span>
            )}
            <span className="text-ink-3">
              {entry.reviewedBy ? `reviewed by ${entry.reviewedBy}` : 'no person has judged it'}
            </span>
          </>
        }
      />
      <EntryView
        key={entry.id}
        detail={detail}
        alignment={alignment}
        lessons={lessons}
        versions={prepareVersions(versions)}
        findings={findings}
      />
    </>
  )
}

function outcomeWords({
  entry,
  outcome,
  outcomeSource,
}: Pick<EntryDetail, 'entry' | 'outcome' | 'outcomeSource'>): string {
  if (entry.episodeId === null) return 'no run behind it'
  if (outcome === null) return 'outcome of the run unknown'
  return outcomeSource ? `run ${outcome}, said ${outcomeSource}` : `run ${outcome}`
}

function judgedWords(judged: NonNullable<EntryDetail['judged']>): string {
  return {
    correct: 'the subtask’s own evidence shows success',
    incorrect: 'the subtask’s own evidence shows failure',
    undetermined: 'the subtask’s own evidence shows neither success nor failure',
  }[judged]
}
