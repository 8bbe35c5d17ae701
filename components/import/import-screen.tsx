'use client'

import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { Screen } from '@/components/frame/screen.tsx'
import { useProjectHref, useShell } from '@/components/frame/shell.tsx'
import { ImportActs } from '@/components/jobs/import-acts.tsx'
import { isActive, lastImportSentence } from '@/components/jobs/prepare-jobs.ts'
import { LinkButton } from '@/components/ui/button.tsx'
import { useBarred } from '@/components/ui/commands.tsx'
import { fetchJson } from '@/components/ui/faults/fetch-json.ts'
import { Field, TextInput } from '@/components/ui/field.tsx'
import { FileButton } from '@/components/ui/file-button.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { saveFile } from '@/components/ui/save-file.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import { Segmented, type SegmentOption } from '@/components/ui/segmented.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import type { JobView } from '@/lib/memory/views/jobs.ts'
import { asImported } from './dropped-files.ts'
import { FoundRuns } from './found-runs.tsx'
import { ProgressLine, Unread } from './import-progress.tsx'
import { FileList } from './import-table.tsx'
import { MemorySource } from './memory-source.tsx'
import { NextSteps } from './next-steps.tsx'
import { importLog, importRows, importSentence, unreadReasons } from './prepare-import.ts'
import { yieldSentence } from './prepare-yield.ts'
import { ResultsField } from './results-field.tsx'
import { type Import, useImport } from './use-import.ts'
import { WatchedFolders } from './watched-folders.tsx'

const NAME_LIMIT = 80

/** What there is to bring in. */
const SOURCES = ['runs', 'notes', 'watched'] as const
type Source = (typeof SOURCES)[number]
const SOURCE_OPTIONS: SegmentOption<Source>[] = [
  { value: 'runs', label: 'Runs' },
  { value: 'notes', label: 'Notes, memories' },
  { value: 'watched', label: 'Watched folders' },
]

/** The newest import of before, with the name of its project. */
type Last = { job: JobView; project: string } | null

/** What is brought in at the left; what came of it, and what to do next, at the right. */
export function ImportScreen({ last: initialLast }: { last: JobView | null }) {
  const importing = useImport()
  const [source, setSource] = useQueryState('from', parseAsStringLiteral(SOURCES).withDefault('runs'))
  const { projects } = useShell()
  const job = useLastImport(initialLast)
  const ofJob = projects.find(({ id }) => id === job?.projectId)?.name
  const last = job && ofJob !== undefined ? { job, project: ofJob } : null
  const { summary, isRunning, waitingCount, project } = importing
  const hasFiles = summary.total > 0
  const isBegun = hasFiles || last !== null
  const learned = hasFiles ? importing.endedIn : last && !isActive(last.job) ? last.project : null
  // The folders of this machine are its owner's.
  const isBarred = useBarred('watchedFolders') !== undefined
  return (
    <Screen
      crumbs={[{ label: 'Import' }]}
      question="What did I just give it, and what became of it?"
      verdict={verdictOf(importing, last)}
      basis={
        hasFiles ? (
          <>
            <span>every file is listed, none is skipped</span>
            <span>secrets are masked before anything is stored</span>
          </>
        ) : (
          <span>
            sessions of Claude Code, Codex, Gemini CLI, OpenCode, OpenHands, Aider; runs of benchmarks; zip
            and gz too; nothing leaves this machine
          </span>
        )
      }
    >
      {/* Dropping is an extra; the buttons inside do the same. */}
      <div
        {...importing.drop.handlers}
        className="flex flex-1 flex-col xl:grid xl:grid-cols-[440px_minmax(0,1fr)]"
      >
        <section
          aria-label="What to import"
          className={clsx(
            'grid content-start gap-5 px-6 pt-4 pb-6 max-md:px-4',
            hasFiles && 'border-hairline max-xl:order-last max-xl:border-t',
          )}
        >
          <Segmented
            label="What to import"
            value={source}
            options={SOURCE_OPTIONS.filter(({ value }) => value !== 'watched' || !isBarred)}
            onChange={(to) => void setSource(to)}
            className="justify-self-start"
          />
          <ProjectField importing={importing} />
          <div hidden={source !== 'runs'} className="grid gap-5">
            <Runs importing={importing} isFirst={!isBegun} />
          </div>
          <div hidden={source !== 'notes'}>
            <MemorySource
              project={project.name}
              nameFault={project.fault}
              onUnderWay={() => void setSource('notes')}
            />
          </div>
          <div hidden={source !== 'watched'}>
            <WatchedFolders project={project.name} />
          </div>
        </section>
        <div className="grid min-w-0 content-start border-hairline xl:border-l">
          {hasFiles && <CameIn importing={importing} />}
          {!isRunning && waitingCount === 0 && (
            <div className="grid gap-6 px-6 pt-4 pb-6 empty:hidden max-md:px-4">
              {project.name !== '' && (
                <NextSteps project={project.name} isPrimary={isBegun} onSource={(to) => void setSource(to)} />
              )}
              {learned !== null && <ImportYield project={learned} />}
              {last && !hasFiles && <LastImport job={last.job} />}
            </div>
          )}
          {hasFiles && <Files importing={importing} />}
        </div>
      </div>
    </Screen>
  )
}

function verdictOf({ summary, waitingCount, isRunning }: Import, last: Last): string {
  if (summary.total > 0)
    return waitingCount > 0 && !isRunning
      ? `${plural(waitingCount, 'file')} ready to be read.`
      : importSentence(summary)
  return last ? lastImportSentence(last.job, last.project) : 'Nothing yet: drop trajectories of an agent.'
}

function Runs({ importing, isFirst }: { importing: Import; isFirst: boolean }) {
  const { outcomes, isRunning } = importing
  return (
    <>
      <DropZone importing={importing} isFirst={isFirst} />
      <ResultsField
        results={outcomes.results}
        isLocked={isRunning}
        onFile={outcomes.choose}
        onRemove={() => outcomes.set(null)}
        onUseAsTrajectory={importing.readAsTrajectory}
      />
      {/* Last, so that what comes late moves no button. */}
      {!isRunning && <FoundRuns onTake={importing.takeFound} />}
    </>
  )
}

function DropZone({ importing: { drop, take, summary }, isFirst }: { importing: Import; isFirst: boolean }) {
  return (
    <div
      className={clsx(
        'grid justify-items-start gap-3 rounded-control border border-control border-dashed px-5 py-5',
        drop.isOver ? 'border-solid bg-selected' : 'bg-surface-2',
        isFirst && 'py-8',
      )}
    >
      <p className={clsx('text-pretty', isFirst ? 'font-medium text-title' : 'font-medium')}>
        {drop.isOver
          ? 'Let go to add them'
          : summary.total > 0
            ? 'Drop more'
            : 'Drop files or whole folders here'}
      </p>
      <div className="flex flex-wrap gap-2">
        <FileButton
          label="Choose files"
          asks="importFile"
          variant={isFirst ? 'solid' : 'plain'}
          onFiles={(files) => take(files.map(asImported))}
        />
        <FileButton
          label="Choose a folder"
          asks="importFile"
          isFolder
          onFiles={(files) => take(files.map(asImported))}
        />
      </div>
      {drop.fault && (
        <p role="alert" className="text-danger text-small">
          {drop.fault}
        </p>
      )}
    </div>
  )
}

function ProjectField({ importing: { project, isRunning } }: { importing: Import }) {
  const { projects } = useShell()
  return (
    <Field label="Project" hint="new or existing" error={project.fault}>
      <TextInput
        list="projects"
        value={project.typed}
        maxLength={NAME_LIMIT}
        disabled={isRunning}
        aria-invalid={project.fault !== null}
        onChange={(event) => project.set(event.target.value)}
      />
      <datalist id="projects">
        {projects.map((one) => (
          <option key={one.id} value={one.name} />
        ))}
      </datalist>
    </Field>
  )
}

/** How far it is, or what came of it, and why some was not read. */
function CameIn({ importing }: { importing: Import }) {
  const { items, isRunning } = importing
  return (
    <section aria-label="What came in">
      <ProgressLine
        importing={importing}
        onLog={() => saveFile(new Blob([importLog(items)]), 'import.jsonl')}
      />
      {!isRunning && <Unread reasons={unreadReasons(importRows(items))} />}
    </section>
  )
}

function Files({ importing: { items, project, queue } }: { importing: Import }) {
  return (
    <FileList
      rows={importRows(items)}
      project={project.name}
      onRemove={(id) => queue.remove(id)}
      onRetry={(id) => queue.retry([id])}
    />
  )
}

const POLL_MS = 1_000

/** The newest import that is still known, also after the page was loaded again; null when there is none. */
function useLastImport(initial: JobView | null): JobView | null {
  const { data } = useQuery({
    queryKey: ['jobs', 'last import', initial?.id],
    queryFn: async ({ signal }) =>
      initial && (await fetchJson<JobView>(`/api/v1/jobs/${initial.id}`, signal)),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? POLL_MS : false),
  })
  return data
}

/** What the last import made, to look at and to take back; what was refused stands only where it was read. */
function LastImport({ job }: { job: JobView }) {
  const href = useProjectHref()
  return (
    <section aria-label="The last import" className="grid justify-items-start gap-2">
      <SectionTitle title="The last import" />
      <div className="flex flex-wrap gap-2">
        <ImportActs job={job} />
        <LinkButton href={href('/import', { view: 'jobs' })}>Its job</LinkButton>
      </div>
      <p className="text-pretty text-ink-3 text-small">
        Files that were refused, or were here before, are listed only until the page is left.
      </p>
    </section>
  )
}

/** How many stages of a project have a lesson, and what a model could make of the rest. */
function ImportYield({ project }: { project: string }) {
  // Where it cannot be read, neither can what to do next, which says so.
  const { data } = useAnswer('projectYield', { project })
  if (!data || data.stageCount === 0) return null
  return (
    <section aria-label="What was learned" className="grid justify-items-start gap-2">
      <SectionTitle title="What was learned" note={`all of ${project}`} />
      <p className="text-pretty">{yieldSentence(data)}</p>
      {data.reasons.length > 0 && (
        <ul aria-label="Why no lesson" className="grid gap-1 text-ink-2 text-small">
          {data.reasons.map(({ reason, count }) => (
            <li key={reason} className="text-pretty [overflow-wrap:anywhere]">
              {formatCount(count)}: {reason}
            </li>
          ))}
        </ul>
      )}
      <p className="text-pretty text-ink-2 text-small">
        A stage without a lesson is kept as raw steps and never served.
      </p>
    </section>
  )
}
