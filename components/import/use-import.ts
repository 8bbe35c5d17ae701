'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type DragEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useShell } from '@/components/frame/shell.tsx'
import { sendFile } from '@/components/ui/faults/send-file.ts'
import { useWarnBeforeLeaving } from '@/components/ui/use-warn-before-leaving.ts'
import type { ImportResult } from '@/lib/memory/views/jobs.ts'
import { droppedFiles } from './dropped-files.ts'
import { type DroppedFile, type FoundImport, ImportQueue, type SendFile } from './import-queue.ts'
import { looksLikeResults, summariseImport } from './prepare-import.ts'
import type { Results } from './results-field.tsx'

export type Import = ReturnType<typeof useImport>

/** An import from the drop to what became of each file: into which project, with which outcomes, and how far it is. */
export function useImport() {
  const { current, projects } = useShell()
  const chosen = current !== null && current.source !== 'written' ? current.name : 'my runs'
  const [typed, setTyped] = useState({ over: chosen, name: chosen })
  const target = useRef<ImportTarget>({ project: chosen, resultsId: null, batch: '', dryRun: false })
  const sending = useSending(() => target.current)
  // Another project chosen in the switch is meant; files that are on their way stay with theirs.
  const project = typed.over === chosen || sending.wasStarted ? typed.name : chosen
  const name = project.trim()
  const outcomes = useOutcomes()
  const { queue, isRunning, wasStarted, summary, recognised } = sending
  const take = (files: DroppedFile[]) => {
    const report = outcomes.take(files)
    queue.add(files.filter((file) => file !== report))
  }
  const isEnded = wasStarted && !isRunning && projects.some((one) => one.name === name)
  return {
    ...sending,
    outcomes,
    project: {
      name,
      typed: project,
      set: (written: string) => setTyped({ over: chosen, name: written }),
      fault: name === '' ? 'Name the project.' : null,
    },
    drop: useDrop(take),
    take,
    takeFound: (files: FoundImport[]) => queue.add(files),
    /** The project of what has been sent, once that has ended. */
    endedIn: summary.total > 0 && isEnded ? name : null,
    /** Reads what waits; a dry run stores nothing. */
    start: async (dryRun = false) => {
      if (name === '') return
      const batch = crypto.randomUUID()
      target.current = { project: name, resultsId: outcomes.results?.id ?? null, batch, dryRun }
      if (await outcomes.send(target.current)) queue.start()
    },
    /** Reads again, for good, what a dry run recognised. */
    bringIn: () => {
      target.current = { ...target.current, project: name, dryRun: false }
      queue.retry(recognised.map(({ id }) => id))
    },
    readAsTrajectory: () => {
      if (outcomes.results) queue.add([outcomes.results.file])
      outcomes.set(null)
    },
    clear: () => {
      queue.clear()
      outcomes.set(null)
    },
  }
}

function useSending(target: () => ImportTarget) {
  const router = useRouter()
  const client = useQueryClient()
  const [queue] = useState(() => new ImportQueue(trajectorySender(target), () => performance.now()))
  const { items, startedAt, elapsedMs, isPaused } = useSyncExternalStore(
    queue.subscribe,
    queue.getState,
    queue.getState,
  )
  const wasStarted = startedAt !== null
  const isWaiting = items.some((item) => item.state === 'waiting')
  const isRunning = items.some((item) => item.state === 'sending') || (isPaused && isWaiting)

  useWarnBeforeLeaving(isRunning)
  // The rail counts episodes and entries: they are new once a run has ended.
  useEffect(() => {
    if (wasStarted && !isRunning) {
      router.refresh()
      void client.invalidateQueries()
    }
  }, [wasStarted, isRunning, router, client])

  return {
    queue,
    items,
    wasStarted,
    isRunning,
    isPaused: isPaused && isWaiting,
    summary: summariseImport(items, elapsedMs),
    waitingCount: items.filter((item) => item.state === 'waiting').length,
    recognised: items.filter(
      ({ state, results }) => state === 'done' && results.some(({ status }) => status === 'recognised'),
    ),
    again: items.filter((item) => item.state === 'refused' || item.state === 'cancelled'),
  }
}

/** A file of outcomes beside the runs: found among them, sent before them. */
function useOutcomes() {
  const [results, set] = useState<Results | null>(null)
  const choose = (file: DroppedFile, wasGuessed: boolean) =>
    set({ file, state: 'ready', id: null, instanceCount: null, fault: null, wasGuessed })
  return {
    results,
    set,
    choose: (file: DroppedFile) => choose(file, false),
    take: (files: DroppedFile[]): DroppedFile | undefined => {
      const report = results === null ? files.find((file) => looksLikeResults(file.path)) : undefined
      if (report) choose(report, true)
      return report
    },
    /** True once the import may begin; it writes down which file its runs are joined with. */
    send: async (target: ImportTarget): Promise<boolean> => {
      if (results === null || results.state === 'sent') return true
      set({ ...results, state: 'sending', fault: null })
      const answer = await sendResults(results.file, target.project)
      if (!answer.ok) {
        set({ ...results, state: 'refused', fault: answer.error })
        return false
      }
      target.resultsId = answer.value.id
      set({ ...results, ...answer.value, state: 'sent', fault: null })
      return true
    },
  }
}

function useDrop(take: (files: DroppedFile[]) => void) {
  const [isOver, setOver] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  return {
    isOver,
    fault,
    handlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        setFault(null)
        droppedFiles(event.dataTransfer).then(take, () =>
          setFault('The browser could not read what was dropped. Choose the files with the buttons instead.'),
        )
      },
    },
  }
}

/** Where files go: one project, outcomes from one results file, one job for the whole drop. */
type ImportTarget = { project: string; resultsId: string | null; batch: string; dryRun: boolean }

/** Sends one trajectory file and waits until its subtasks and entries are made. */
function trajectorySender(target: () => ImportTarget): SendFile {
  return async (given, signal) => {
    const { project, resultsId, batch, dryRun } = target()
    if ('agent' in given) {
      const asked = JSON.stringify({ agent: given.agent, path: given.path, project, batchKey: batch, dryRun })
      return await sendFile<ImportResult[]>('/api/v1/found', asked, signal)
    }
    const { path, file } = given
    const query = new URLSearchParams({ project, file: path.slice(-1_000), wait: '1', batch })
    if (resultsId !== null) query.set('results', resultsId)
    if (dryRun) query.set('dry-run', '1')
    const answer = await sendFile<{ results: ImportResult[] }>(`/api/v1/trajectories?${query}`, file, signal)
    return answer.ok ? { ok: true, value: answer.value.results } : answer
  }
}

/** Sends a results file ahead; trajectories sent with its id get their outcome from it. */
function sendResults({ path, file }: DroppedFile, project: string) {
  const query = new URLSearchParams({ project, file: path.slice(-1_000) })
  return sendFile<{ id: string; instanceCount: number }>(`/api/v1/results?${query}`, file)
}
