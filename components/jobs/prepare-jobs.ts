import { formatCount, formatDuration, formatInstant, formatTime, plural } from '@/components/ui/format.ts'
import type { JobView } from '@/lib/memory/views/jobs.ts'

export function isActive(job: Pick<JobView, 'state'>): boolean {
  return job.state === 'waiting' || job.state === 'running'
}

/** Whether there is something left to stop. */
export function canCancel(job: Pick<JobView, 'state'>): boolean {
  return isActive(job) || job.state === 'paused' || job.state === 'held'
}

type Sentenced = Pick<
  JobView,
  'state' | 'doneCount' | 'failedCount' | 'totalCount' | 'ratePerSecond' | 'remainingMs'
>

/** How far a job is: `running, 312 of 1,041, 41 a second, 18 s left, 2 failed`. */
export function jobSentence(job: Sentenced): string {
  const failed = job.failedCount > 0 ? `${formatCount(job.failedCount)} failed` : null
  const part = `${formatCount(job.doneCount)} of ${formatCount(job.totalCount)}`
  if (job.state === 'running') {
    const rate = job.ratePerSecond === null ? null : rateWords(job.ratePerSecond)
    const left = job.remainingMs === null ? null : `${formatDuration(Math.max(1_000, job.remainingMs))} left`
    return ['running', part, rate, left, failed].filter((word) => word !== null).join(', ')
  }
  if (job.state === 'waiting')
    return job.doneCount > 0 ? `waiting, ${part}` : `waiting, ${plural(job.totalCount, 'item')}`
  if (job.state === 'done' && failed === null) return `done, ${plural(job.doneCount, 'item')}`
  return [job.state, part, failed].filter((word) => word !== null).join(', ')
}

/** What became of the last import: `Last: 83 runs into real, 22 Nov 2026, 08:40 UTC; 2 failed.` */
export function lastImportSentence(
  job: Pick<JobView, 'state' | 'doneCount' | 'failedCount' | 'totalCount' | 'createdAt'>,
  project: string,
): string {
  if (isActive(job))
    return `Making entries of the last import into ${project}: ${formatCount(job.doneCount)} of ${plural(job.totalCount, 'run')} done.`
  const runs =
    job.doneCount === job.totalCount
      ? plural(job.doneCount, 'run')
      : `${formatCount(job.doneCount)} of ${plural(job.totalCount, 'run')}`
  const failed = job.failedCount > 0 ? `; ${formatCount(job.failedCount)} failed` : ''
  const cut = job.state === 'cancelled' ? '; cancelled' : ''
  return `Last: ${runs} into ${project}, ${formatInstant(job.createdAt)}${failed}${cut}.`
}

/** One import of several in a sitting: `14:02 UTC: 2 runs into real`, and whether anything of it is left. */
export function sittingImportWords(
  job: Pick<JobView, 'state' | 'totalCount' | 'createdAt' | 'hasEntries'>,
  project: string | null,
): string {
  const runs = `${formatTime(job.createdAt)}\u00a0UTC: ${plural(job.totalCount, 'run')} into ${project ?? 'a project that is gone'}`
  if (isActive(job)) return `${runs}, making entries`
  return job.hasEntries ? runs : `${runs}, none of its entries is in service`
}

/** All jobs in one sentence. */
export function jobsVerdict(
  jobs: Pick<JobView, 'state' | 'failedCount' | 'label' | 'remainingMs'>[],
): string {
  if (jobs.length === 0) return 'Nothing is running.'
  const running = jobs.filter((job) => job.state === 'running')
  const waiting = jobs.filter((job) => job.state === 'waiting').length
  const failed = jobs.filter((job) => !isActive(job)).reduce((sum, job) => sum + job.failedCount, 0)
  const tail = failed === 0 ? '' : ` ${plural(failed, 'item')} failed earlier and can be tried again.`
  const [first] = running
  if (first === undefined)
    return waiting > 0 ? `${plural(waiting, 'job')} waiting.${tail}` : `Nothing is running.${tail}`
  const left =
    first.remainingMs === null ? '' : `, ${formatDuration(Math.max(1_000, first.remainingMs))} left`
  const now = running.length === 1 ? `${first.label}${left}` : `${plural(running.length, 'job')} running`
  return `${now}${waiting > 0 ? `; ${formatCount(waiting)} waiting` : ''}.${tail}`
}

function rateWords(perSecond: number): string {
  if (perSecond >= 10) return `${formatCount(perSecond)} a second`
  if (perSecond >= 1) return `${perSecond.toFixed(1)} a second`
  return `${formatCount(Math.max(1, perSecond * 60))} a minute`
}
