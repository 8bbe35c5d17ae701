'use client'

import { projectHref } from '@/components/frame/project-href.ts'
import { ImportActsOf, SittingImports } from '@/components/jobs/import-acts.tsx'
import { ActButton } from '@/components/ui/act-button.tsx'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { formatBytes, formatCount, formatDuration, formatList, plural } from '@/components/ui/format.ts'
import { Progress } from '@/components/ui/states.tsx'
import type { UnreadReason } from './prepare-import.ts'
import type { Import } from './use-import.ts'

/** What waits, how far an import is, and once it has ended what came of it, each with what can be done about it. */
export function ProgressLine({ importing, onLog }: { importing: Import; onLog: () => void }) {
  const { summary, isRunning, isPaused, wasStarted, waitingCount, recognised, again, queue, project } =
    importing
  const { jobIds, counts, done, refused, cancelled, total } = summary
  const [jobId, ...otherJobs] = jobIds
  const isOver = wasStarted && !isRunning
  const isLocked = project.fault !== null || importing.outcomes.results?.state === 'sending'
  return (
    <div className="border-hairline border-b">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 px-6 py-2 max-md:px-4">
        <p role="status" className="text-ink-2">
          {progressWords(importing)}
        </p>
        <span className="ml-auto flex flex-wrap gap-2 max-md:ml-0">
          {isRunning && summary.waiting > 0 && (
            <>
              <Button onClick={() => (isPaused ? queue.start() : queue.pause())}>
                {isPaused ? 'Go on' : 'Pause'}
              </Button>
              <Button onClick={() => queue.cancel()}>Cancel the rest</Button>
            </>
          )}
          {waitingCount > 0 && !isRunning && (
            <>
              <ActButton
                asks="importFile"
                variant="solid"
                onClick={() => void importing.start()}
                disabled={isLocked}
              >
                Read {plural(waitingCount, 'file')}
              </ActButton>
              <ActButton asks="importFile" onClick={() => void importing.start(true)} disabled={isLocked}>
                Dry run
              </ActButton>
            </>
          )}
          {recognised.length > 0 && !isRunning && (
            <ActButton asks="importFile" variant="solid" onClick={importing.bringIn} disabled={isLocked}>
              Bring in {plural(recognised.length, 'file')}
            </ActButton>
          )}
          {isOver && (counts.episodes > 0 || counts.present > 0) && (
            <LinkButton href={projectHref('/episodes', project.name)}>See the episodes</LinkButton>
          )}
          {isOver && jobId !== undefined && otherJobs.length === 0 && <ImportActsOf jobId={jobId} />}
          {isOver && again.length > 0 && (
            <Button onClick={() => queue.retry(again.map(({ id }) => id))}>
              Try {formatCount(again.length)} again
            </Button>
          )}
          {isOver && done + refused > 0 && (
            <Button variant="quiet" onClick={onLog}>
              Save the log
            </Button>
          )}
          {!isRunning && (
            <Button variant="quiet" onClick={importing.clear}>
              Clear the list
            </Button>
          )}
        </span>
      </div>
      {otherJobs.length > 0 && !isRunning && <SittingImports jobIds={jobIds} />}
      {wasStarted && <Progress done={done + refused + cancelled} total={total} label="Files read" />}
    </div>
  )
}

function progressWords({ summary, items, isRunning, isPaused, wasStarted, project }: Import) {
  const { done, refused, total, ratePerSecond, remainingMs, counts } = summary
  const bytes = formatBytes(items.reduce((sum, { size }) => sum + size, 0))
  if (!wasStarted) return `${plural(total, 'file')}, ${bytes}, into ${project.name || 'no project yet'}`
  const read = formatCount(done + refused)
  if (isPaused) return `${read} of ${formatCount(total)}, paused`
  if (isRunning)
    return [
      `${read} of ${formatCount(total)}`,
      ...(ratePerSecond === null ? [] : [rate(ratePerSecond)]),
      ...(remainingMs === null ? [] : [`${formatDuration(Math.max(1_000, remainingMs))} left`]),
    ].join(', ')
  const found = counts.subtasks > 0 ? `; ${plural(counts.subtasks, 'stage')} found` : ''
  return `${read} of ${plural(total, 'file')} read, ${bytes}${found}`
}

function rate(perSecond: number): string {
  return perSecond >= 1
    ? `${perSecond >= 10 ? formatCount(perSecond) : perSecond.toFixed(1)} a second`
    : `${formatCount(Math.max(1, perSecond * 60))} a minute`
}

/** Files of a reason that are named. */
const MOST_NAMED = 2

/** What was not read and why, a line a reason. */
export function Unread({ reasons }: { reasons: readonly UnreadReason[] }) {
  if (reasons.length === 0) return null
  return (
    <ul
      aria-label="Not read, and why"
      className="grid gap-1.5 border-hairline border-b px-6 py-3 text-small leading-[18px] max-md:px-4"
    >
      {reasons.map(({ why, hint, files }) => (
        <li key={why} className="line-clamp-3 text-pretty text-ink-2 [overflow-wrap:anywhere]">
          <span className="font-medium text-ink">
            {formatCount(files.length)} × {why}
          </span>
          {/[.!?]$/.test(why) ? ' ' : ': '}
          <span className="font-mono">{namesOf(files)}</span>
          {hint && <>. {hint}</>}
        </li>
      ))}
    </ul>
  )
}

function namesOf(files: readonly string[]): string {
  const names = files.slice(0, MOST_NAMED).map((file) => file.slice(file.lastIndexOf('/') + 1))
  const more = files.length - names.length
  return more > 0 ? `${names.join(', ')} and ${formatCount(more)} more` : formatList(names)
}
