'use client'

import { useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { useRouter } from 'next/navigation'
import { type DragEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { PageHead } from '@/components/frame/page-head.tsx'
import { useShell } from '@/components/frame/shell.tsx'
import { TopBar } from '@/components/frame/top-bar.tsx'
import { isActive, lastImportSentence } from '@/components/jobs/prepare-jobs.ts'
import { Button } from '@/components/ui/button.tsx'
import { Field, TextInput } from '@/components/ui/field.tsx'
import { plural } from '@/components/ui/format.ts'
import type { JobView } from '@/lib/memory/views.ts'
import { droppedFiles } from './dropped-files.ts'
import { ProgressLine } from './import-progress.tsx'
import { type ImportFile, ImportQueue, ImportRefusal } from './import-queue.ts'
import { ImportTable } from './import-table.tsx'
import { ImportYield } from './import-yield.tsx'
import { LastImport, useLastImport } from './last-import.tsx'
import { importSentence, looksLikeResults, summariseImport } from './prepare-import.ts'
import { FileButton, type Results, ResultsField } from './results-field.tsx'
import { type ImportTarget, sendResults, trajectorySender } from './send-file.ts'

const NAME_LIMIT = 80

/** Files in, one row each until it is known what became of it. */
export function ImportScreen(props: ImportScreenProps) {
  const state = useImportScreen(props)
  const { onDrop, setOver, summary } = state

  return (
    <>
      <TopBar crumbs={[{ label: 'Import' }]} />
      <ImportHead {...state} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the buttons inside do the same. */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
        }}
        onDrop={onDrop}
        className={clsx(
          'flex flex-1 flex-col',
          summary.total > 0 && 'xl:grid xl:grid-cols-[312px_minmax(0,1fr)]',
        )}
      >
        <WhatToImport {...state} />
        <Files {...state} />
      </div>
    </>
  )
}

type ImportScreenProps = { last: JobView | null }

type ImportState = ReturnType<typeof useImportScreen>

/** A results file beside the runs: found among them, sent before them. */
function useReport() {
  const [results, setResults] = useState<Results | null>(null)
  const takeReport = (files: ImportFile[]): ImportFile | undefined => {
    const report = results === null ? files.find((file) => looksLikeResults(file.path)) : undefined
    if (report)
      setResults({
        file: report,
        state: 'ready',
        id: null,
        instanceCount: null,
        fault: null,
        wasGuessed: true,
      })
    return report
  }
  /** True once the import may begin; it writes down which file its runs are joined with. */
  const sendReport = async (target: ImportTarget): Promise<boolean> => {
    if (results === null || results.state === 'sent') return true
    setResults({ ...results, state: 'sending', fault: null })
    try {
      const saved = await sendResults(results.file, target.project)
      target.resultsId = saved.id
      setResults({
        ...results,
        state: 'sent',
        id: saved.id,
        instanceCount: saved.instanceCount,
        fault: null,
      })
      return true
    } catch (error) {
      const fault =
        error instanceof ImportRefusal
          ? error.fault
          : {
              code: 'not-sent',
              message: 'The results file could not be sent.',
              place: null,
              hint: 'Try again.',
              reference: null,
            }
      setResults({ ...results, state: 'refused', fault })
      return false
    }
  }
  return { results, setResults, takeReport, sendReport }
}

function useImportScreen({ last: initialLast }: ImportScreenProps) {
  const { current, projects } = useShell()
  const router = useRouter()
  const client = useQueryClient()
  const [project, setProject] = useState(
    current !== null && current.source !== 'written' ? current.name : 'my runs',
  )
  const { results, setResults, takeReport, sendReport } = useReport()
  const [isOver, setOver] = useState(false)
  const [readFault, setReadFault] = useState<string | null>(null)
  const target = useRef<ImportTarget>({ project, resultsId: null, batch: '' })
  const [queue] = useState(
    () =>
      new ImportQueue(
        trajectorySender(() => target.current),
        () => performance.now(),
      ),
  )
  const { items, startedAt, elapsedMs } = useSyncExternalStore(
    queue.subscribe,
    queue.getState,
    queue.getState,
  )
  const last = useLastImport(initialLast)
  const lastProject = projects.find(({ id }) => id === last?.projectId)
  const summary = summariseImport(items, elapsedMs)
  const wasStarted = startedAt !== null
  const isRunning = items.some((item) => item.state === 'sending')
  const waiting = items.filter((item) => item.state === 'waiting')
  const again = items.filter((item) => item.state === 'refused' || item.state === 'cancelled')
  const nameFault = project.trim() === '' ? 'Name the project.' : null

  useWarnBeforeLeaving(isRunning)
  // The rail counts episodes and entries: they are new once a run has ended.
  useEffect(() => {
    if (wasStarted && !isRunning) {
      router.refresh()
      void client.invalidateQueries()
    }
  }, [wasStarted, isRunning, router, client])

  const take = (files: ImportFile[]) => {
    const report = takeReport(files)
    queue.add(files.filter((file) => file !== report))
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    setReadFault(null)
    droppedFiles(event.dataTransfer).then(take, () =>
      setReadFault('The browser could not read what was dropped. Choose the files with the buttons instead.'),
    )
  }
  const start = async () => {
    if (nameFault) return
    target.current = { project: project.trim(), resultsId: results?.id ?? null, batch: crypto.randomUUID() }
    if (!(await sendReport(target.current))) return
    queue.start()
  }
  const readAsTrajectory = () => {
    if (results) queue.add([results.file])
    setResults(null)
  }
  /** The project whose newest import has ended, to tell what was learned; null before. */
  function learnedIn(): string | null {
    if (summary.total === 0) return last && lastProject && !isActive(last) ? lastProject.name : null
    const isKnown = projects.some(({ name }) => name === project.trim())
    return wasStarted && !isRunning && isKnown ? project.trim() : null
  }

  return {
    again,
    isOver,
    isRunning,
    items,
    last,
    lastProject,
    nameFault,
    onDrop,
    project,
    projects,
    queue,
    readAsTrajectory,
    readFault,
    results,
    setOver,
    setProject,
    setResults,
    start,
    summary,
    take,
    waiting,
    wasStarted,
    learned: learnedIn(),
  }
}

function ImportHead({ isRunning, last, lastProject, summary, waiting }: ImportState) {
  return (
    <PageHead
      question="What did I just give it, and what became of it?"
      verdict={
        summary.total === 0
          ? last && lastProject
            ? lastImportSentence(last, lastProject.name)
            : 'Nothing yet: drop trajectories of an agent.'
          : waiting.length > 0 && !isRunning
            ? `${plural(waiting.length, 'file')} ready to be read.`
            : importSentence(summary)
      }
      basis={
        summary.total > 0 ? (
          <>
            <span>every file is listed, none is skipped</span>
            <span>secrets are masked before anything is stored</span>
          </>
        ) : (
          <span>
            mini-swe-agent 1.x and 2.x, SWE-agent .traj, Claude Code sessions (~/.claude/projects); nothing
            leaves this machine
          </span>
        )
      }
    />
  )
}

function WhatToImport({
  isOver,
  isRunning,
  last,
  lastProject,
  learned,
  nameFault,
  project,
  projects,
  readAsTrajectory,
  readFault,
  results,
  setProject,
  setResults,
  start,
  summary,
  take,
  waiting,
}: ImportState) {
  return (
    <section
      aria-label="What to import"
      className={clsx(
        'grid content-start gap-5 px-6 pt-4 pb-6 max-md:px-4',
        summary.total === 0 && 'max-w-[760px]',
      )}
    >
      <div
        className={clsx(
          'grid justify-items-start gap-3 rounded-control border border-control border-dashed px-5 py-5',
          isOver ? 'border-solid bg-selected' : 'bg-surface-2',
          summary.total === 0 && 'px-6 py-10',
        )}
      >
        <p className={clsx('text-pretty', summary.total === 0 ? 'font-medium text-title' : 'font-medium')}>
          {isOver
            ? 'Let go to add them'
            : summary.total === 0
              ? 'Drop files or whole folders here'
              : 'Drop more'}
        </p>
        <div className="flex flex-wrap gap-2">
          <FileButton label="Choose files" variant={summary.total === 0 ? 'solid' : 'plain'} onFiles={take} />
          <FileButton label="Choose a folder" isFolder onFiles={take} />
        </div>
        {readFault && (
          <p role="alert" className="text-danger text-small">
            {readFault}
          </p>
        )}
      </div>
      {summary.total === 0 && last && lastProject && <LastImport job={last} />}
      {learned !== null && <ImportYield project={learned} />}
      <Field label="Project" hint="new or existing" error={nameFault}>
        <TextInput
          list="projects"
          value={project}
          maxLength={NAME_LIMIT}
          disabled={isRunning}
          aria-invalid={nameFault !== null}
          onChange={(event) => setProject(event.target.value)}
        />
        <datalist id="projects">
          {projects.map((one) => (
            <option key={one.id} value={one.name} />
          ))}
        </datalist>
      </Field>
      <ResultsField
        results={results}
        isLocked={isRunning}
        onFile={(file) =>
          setResults({
            file,
            state: 'ready',
            id: null,
            instanceCount: null,
            fault: null,
            wasGuessed: false,
          })
        }
        onRemove={() => setResults(null)}
        onUseAsTrajectory={readAsTrajectory}
      />
      {waiting.length > 0 && !isRunning && (
        <Button
          variant="solid"
          onClick={() => void start()}
          disabled={nameFault !== null || results?.state === 'sending'}
          className="justify-self-start"
        >
          Read {plural(waiting.length, 'file')}
        </Button>
      )}
    </section>
  )
}

function Files({ again, isRunning, items, project, queue, setResults, summary, wasStarted }: ImportState) {
  return (
    summary.total > 0 && (
      <section aria-label="Files" className="min-w-0 border-hairline max-xl:border-t xl:border-l">
        <ProgressLine
          summary={summary}
          isRunning={isRunning}
          wasStarted={wasStarted}
          project={project.trim()}
          onCancel={() => queue.cancel()}
          onRetry={again.length > 0 && !isRunning ? () => queue.retry(again.map((item) => item.id)) : null}
          retryCount={again.length}
          onClear={() => {
            queue.clear()
            setResults(null)
          }}
        />
        <ImportTable
          items={items}
          project={project.trim()}
          onRemove={(id) => queue.remove(id)}
          onRetry={(id) => queue.retry([id])}
        />
      </section>
    )
  )
}

function useWarnBeforeLeaving(isRunning: boolean) {
  useEffect(() => {
    if (!isRunning) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isRunning])
}
