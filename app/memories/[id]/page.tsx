import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { createLoader } from 'nuqs/server'
import { cache } from 'react'
import { guardPage, pageApi } from '@/app/guard.ts'
import { orRefusal } from '@/app/refusal.ts'
import { Funnel } from '@/components/agents/funnel.tsx'
import { prepareVersions } from '@/components/curate/prepare-versions.ts'
import {
  askedFilter,
  type EntryFilter,
  entryUrlParsers,
  filterOf,
  filterParams,
  isFiltered,
} from '@/components/entries/entry-url.ts'
import { EntryPlaceNav } from '@/components/entry/entry-place-nav.tsx'
import { EntryView } from '@/components/entry/entry-view.tsx'
import { noteOrigin } from '@/components/entry/note-origin.ts'
import { type Alignment, prepareAlignment } from '@/components/entry/prepare-alignment.ts'
import { entryVerdict } from '@/components/entry/prepare-entry-verdict.ts'
import { prepareLesson, withSpans } from '@/components/entry/prepare-lesson.ts'
import { oneParam, projectHref } from '@/components/frame/project-href.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { scanLeaks } from '@/lib/extract/leak-scan.ts'
import { UserError } from '@/lib/memory/errors.ts'
import { EXPERIENCE_PARTS, type ExperiencePart } from '@/lib/memory/experience.ts'
import type { Source } from '@/lib/memory/source.ts'
import { supportWords } from '@/lib/memory/text/words.ts'
import type { EntryDetail } from '@/lib/memory/views/entries.ts'

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

const loadUrl = createLoader(entryUrlParsers)

/** Read once a request, for title and page. */
const findEntry = cache(async (id: string) => await (await pageApi()).findEntry({ id }))

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const detail = await findEntry((await params).id)
  return { title: detail?.entry.description.objective ?? 'No such entry' }
}

export default async function EntryPage({ params, searchParams }: Props) {
  await guardPage(searchParams)
  const asked = await searchParams
  const found = await findEntry((await params).id)
  if (!found) notFound()

  // An entry is read in its own project, whichever the address says: links from here must ask the memory it is in.
  const project = oneParam(asked.project)
  if (project !== found.projectName) redirect(projectHref(`/memories/${found.entry.id}`, found.projectName))
  const url = filterOf(loadUrl(asked))
  const { place, leaks, findings, source, funnel } = await readAround(found, url)
  const { steps, versions, ...detail } = found
  const { entry } = detail
  const alignment = prepareAlignment(entry, steps)
  const lessons = byPart((part) => prepareLesson(entry.experience[part], leaks[part]))

  return (
    <Screen
      crumbs={[
        { label: 'Memories', path: '/memories' },
        { label: entry.id, mono: true },
      ]}
      note={place && <EntryPlaceNav place={place} params={filterParams(url)} isFiltered={isFiltered(url)} />}
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
      question="Is this lesson true, general, and worth its place?"
      verdict={entryVerdict({
        entry,
        alignment,
        leaks: Object.values(leaks).flatMap((lit) => lit.flatMap(({ type }) => type ?? [])),
        servedCount: detail.servedCount,
        note: noteOrigin(entry.extractor, detail.notes),
      })}
      basis={<EntryBasis found={found} source={source} alignment={alignment} />}
    >
      <EntryView
        key={entry.id}
        detail={detail}
        alignment={alignment}
        lessons={lessons}
        versions={prepareVersions(versions)}
        findings={findings}
      />
      {(funnel.steps[0]?.n ?? 0) > 0 && (
        <Funnel title="In the stages that it was the best of" funnel={funnel} />
      )}
    </Screen>
  )
}

/** Its place in the filter of the list, what is lit in its parts and why, and where it is from. */
async function readAround(found: EntryDetail, url: EntryFilter) {
  const api = await pageApi()
  const { entry } = found
  const asked = { ...askedFilter(entry.projectId, url), sort: url.sort, descending: url.desc }
  const [place, findings, funnel] = await Promise.all([
    orRefusal(api.neighboursInFilter({ ...asked, id: entry.id })),
    api.findingsOf({ entryId: entry.id }),
    api.entryFunnel({ projectId: entry.projectId, entryId: entry.id }),
  ])
  const ownName = entry.repo?.split('/').at(-1) ?? null
  const spansOf = (part: ExperiencePart) =>
    findings
      .filter(({ entryId }) => entryId === entry.id)
      .flatMap(({ detector, detail: { spans } }) =>
        spans.filter(({ field }) => field === part).map((span) => ({ ...span, detector })),
      )
  const leaks = byPart((part) => withSpans(scanLeaks(entry.experience[part], ownName), spansOf(part)))
  const source: Source = entry.extractor === 'person' ? 'written' : found.projectSource
  // A filter without an answer has no next and no previous; the entry is read all the same.
  return { place: place instanceof UserError ? null : place, leaks, findings, source, funnel }
}

function byPart<T>(of: (part: ExperiencePart) => T): Record<ExperiencePart, T> {
  return Object.fromEntries(EXPERIENCE_PARTS.map((part) => [part, of(part)])) as Record<ExperiencePart, T>
}

function EntryBasis({
  found,
  source,
  alignment,
}: {
  found: EntryDetail
  source: Source
  alignment: Alignment
}) {
  const { entry, judged, versions } = found
  const isUnseen = alignment.parts.some(({ part, citesWritesOnly }) => part === 'check' && citesWritesOnly)
  return (
    <>
      <span>
        <SourceChip source={source} /> {outcomeWords(found)}
      </span>
      {found.support && <span>{supportWords(found.support)}</span>}
      {entry.worth !== undefined && (
        <span>
          worth {entry.worth} of 3 by who wrote it
          {entry.cure ? `, its cure ${CURE_WORDS[entry.cure]}` : ''}
        </span>
      )}
      {judged && <span>{JUDGED_WORDS[judged]}</span>}
      {isUnseen && <span>its check cites a file that was written, and no run of it</span>}
      {entry.episodeId !== null && versions.some((version) => version.verb === 'edit') && (
        <span>edited since: a part that a person rewrote cites no step</span>
      )}
      <span className="text-ink-3">
        {entry.reviewedBy
          ? `reviewed by ${entry.reviewedBy}`
          : entry.lifecycle === 'approved'
            ? 'in service, unreviewed'
            : entry.lifecycle === 'retired'
              ? 'no person has judged it'
              : 'waits for review'}
      </span>
    </>
  )
}

function outcomeWords({
  entry,
  outcome,
  outcomeSource,
}: Pick<EntryDetail, 'entry' | 'outcome' | 'outcomeSource'>): string {
  if (entry.episodeId === null) return 'no episode behind it'
  if (outcome === null) return 'outcome of the episode unknown'
  return outcomeSource ? `episode ${outcome}, said ${outcomeSource}` : `episode ${outcome}`
}

const CURE_WORDS = {
  'run-and-seen': 'was run and seen to work',
  written: 'was written and not seen to work',
  failed: 'was tried and failed',
  none: 'was not tried',
} as const

const JUDGED_WORDS = {
  correct: 'its own steps show success',
  incorrect: 'its own steps show failure',
  undetermined: 'its own steps show neither success nor failure',
}
