'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Acts, JobPanel } from '@/components/jobs/job-panel.tsx'
import { ServedBy } from '@/components/marks/served-by.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { ActButton } from '@/components/ui/act-button.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { sendFile } from '@/components/ui/faults/send-file.ts'
import { FileButton } from '@/components/ui/file-button.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { Section } from '@/components/ui/section.tsx'
import { answered } from '@/components/ui/use-answer.ts'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { DistilStatus, PromptView, WayView } from '@/lib/memory/distil/distil.ts'
import { ANSWER_WAYS, type AnswerWay } from '@/lib/memory/distil/distil-words.ts'
import type { Source } from '@/lib/memory/source.ts'
import { DistilEstimate } from './distil-estimate.tsx'
import {
  capWords,
  distilVerdict,
  isAtWork,
  isOpenJob,
  jobWords,
  spentWords,
  WAY_WORDS,
} from './prepare-distil.ts'

const POLL_MS = 1_000

type DistilScreenProps = { initial: DistilStatus; source: Source; prompts: PromptView[] }

export function DistilScreen({ initial, source, prompts }: DistilScreenProps) {
  const { project } = initial
  const commands = useCommands()
  const [{ way }, setUrl] = useQueryStates({ way: parseAsStringLiteral(ANSWER_WAYS) }, { history: 'replace' })
  const { data: status } = useQuery({
    queryKey: ['distil-status', project],
    queryFn: () => answered(commands.distilStatus({ project })),
    initialData: initial,
    staleTime: 0,
    refetchInterval: (query) => (isAtWork(query.state.data?.job ?? null) ? POLL_MS : 15_000),
  })
  const { job } = status
  const close = () => void setUrl({ way: null })
  return (
    <Screen
      crumbs={[{ label: 'Import', path: '/import' }, { label: 'Lessons' }]}
      question="What would a model write, and what does it cost?"
      verdict={distilVerdict(status)}
      basis={<DistilBasis status={status} source={source} />}
    >
      {job && <DistilJob job={job} today={status.today} />}
      <WaysRow
        ways={status.ways}
        chosen={way}
        onChoose={(chosen) => void setUrl({ way: chosen === way ? null : chosen })}
      />
      <Recordings project={project} />
      {way && (
        <DistilEstimate
          key={way}
          project={project}
          way={way}
          open={isOpenJob(job) ? job : null}
          onClose={close}
        />
      )}
      <PromptList prompts={prompts} />
    </Screen>
  )
}

function DistilBasis({ status, source }: { status: DistilStatus; source: Source }) {
  const { project, counts, extractor, waitingCount } = status
  const { serveExtractor } = useCommands()
  const { run, isPending } = useEntryChanges()
  const href = useProjectHref()
  const serve = () =>
    void run(() => serveExtractor({ project, extractor }), {
      text: (one) => `${extractor} in service: ${plural(one.entryCount, 'entry', 'entries')} changed.`,
    })
  return (
    <>
      <SourceChip source={source} />
      <span>n {formatCount(counts.subtasks)} subtasks</span>
      <ServedBy status={status} />
      {counts.beside > 0 && (
        <ActButton asks="serveExtractor" disabled={isPending} onClick={serve}>
          Put {extractor} in service
        </ActButton>
      )}
      {waitingCount > 0 && (
        <Link href={href('/memories/review/request')} className="link">
          Answer the {plural(waitingCount, 'request')}
        </Link>
      )}
      {counts.entries > 0 && (
        <Link href={href('/memories', { extractor })} className="link text-ink-3">
          the lessons it wrote
        </Link>
      )}
    </>
  )
}

/** A recording to answer from, and the answers that are kept as one. */
function Recordings({ project }: { project: string }) {
  const client = useQueryClient()
  const { tell } = useTelling()
  const give = async (file: File | undefined) => {
    if (!file) return
    const sent = sendFile<{ lineCount: number }>(
      `/api/v1/recording?file=${encodeURIComponent(file.name)}`,
      file,
    )
    await tell(sent, ({ lineCount }) => `${plural(lineCount, 'answer')} at hand.`)
    await client.invalidateQueries()
  }
  return (
    <p className="flex flex-wrap items-center gap-3 border-hairline border-b px-6 py-2 text-ink-2 text-small max-md:px-4">
      <FileButton label="Import model answers" onFiles={([file]) => void give(file)} />
      <a className="link" href={`/api/v1/recording?project=${encodeURIComponent(project)}`} download>
        Export model answers
      </a>
    </p>
  )
}

/** The prompts, word for word, with the hash of their text. */
function PromptList({ prompts }: { prompts: PromptView[] }) {
  return (
    <Section
      id="prompts"
      title="The prompts"
      note="word for word as they are sent; a change of one is a new version"
    >
      <ul className="mt-2 grid">
        {prompts.map(({ id, purpose, system, sha256 }) => (
          <li key={id} className="border-hairline border-t">
            <details>
              <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-3 py-2 max-md:min-h-11">
                <span className="font-mono">{id}</span>
                <span className="text-ink-2 text-small">{purpose}</span>
                <span
                  className="ml-auto font-mono text-ink-3 text-micro [overflow-wrap:anywhere]"
                  title="SHA-256 of the text"
                >
                  {sha256}
                </span>
              </summary>
              <pre className="mb-3 max-w-[96ch] whitespace-pre-wrap rounded-control bg-surface-2 p-3 font-mono text-small">
                {system}
              </pre>
            </details>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Four ways to a model in one row: what each is, whether it is set up, and what it would take. */
function WaysRow({
  ways,
  chosen,
  onChoose,
}: {
  ways: WayView[]
  chosen: AnswerWay | null
  onChoose: (way: AnswerWay) => void
}) {
  return (
    <ul className="grid grid-cols-4 border-hairline border-b max-md:grid-cols-1">
      {ANSWER_WAYS.map((name) => {
        const way = ways.find((one) => one.way === name)
        const { title, note, setUp } = WAY_WORDS[name]
        const isReady = way !== undefined && way.what !== null && way.fault === null
        return (
          <li
            key={name}
            className={clsx(
              'grid content-start gap-1 border-hairline border-r px-6 py-4 last:border-r-0 max-md:border-r-0 max-md:border-b max-md:px-4',
              chosen === name && 'bg-selected',
            )}
          >
            <h2 className="font-medium">{title}</h2>
            <p className="text-pretty text-ink-2 text-small">{note}</p>
            <p className="text-small [overflow-wrap:anywhere]">
              {way?.fault ? (
                <span className="text-danger">
                  {way.fault.message} {way.fault.hint}
                </span>
              ) : isReady ? (
                <span className="font-mono">{way.what}</span>
              ) : (
                <span className="text-ink-3">Not set up. {setUp}</span>
              )}
            </p>
            <Button
              className="mt-2 justify-self-start"
              disabled={!isReady}
              aria-expanded={chosen === name}
              onClick={() => onChoose(name)}
            >
              What it would take
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

type DistilJobProps = { job: NonNullable<DistilStatus['job']>; today: DistilStatus['today'] }

/** The newest job of a model: how far, what it took, and the ways on. */
function DistilJob({ job, today }: DistilJobProps) {
  const { actOnDistil, retryJob } = useCommands()
  const client = useQueryClient()
  const { tell, isBusy } = useTelling()
  const most = capWords(job)
  const jobId = job.id
  const act = async (asked: ReturnType<typeof actOnDistil>, said: string) => {
    await tell(asked, said)
    await client.invalidateQueries()
  }
  return (
    <JobPanel
      title={WAY_WORDS[job.with].title}
      words={jobWords(job)}
      isFailed={job.state === 'failed'}
      progress={isOpenJob(job) ? { done: job.doneCount + job.failedCount, total: job.totalCount } : null}
      reason={job.state === 'failed' ? null : job.reason}
      failures={job.failures.map((failure) => ({ key: failure.label, ...failure }))}
      acts={
        <Acts
          isBusy={isBusy}
          acts={[
            isAtWork(job) && [
              'Pause',
              () => act(actOnDistil({ jobId, act: 'pause' }), 'Paused after what is under way.'),
            ],
            job.state === 'paused' && [
              'Go on',
              () => act(actOnDistil({ jobId, act: 'resume' }), 'It goes on.'),
            ],
            job.state === 'failed' && [
              `Try ${formatCount(job.failedCount)} again`,
              () => act(retryJob({ jobId }), 'They are tried again.'),
            ],
            isOpenJob(job) && [
              'Cancel',
              () => act(actOnDistil({ jobId, act: 'cancel' }), 'Cancelled; what is done stays.'),
            ],
          ]}
        />
      }
    >
      <p className="mt-1 text-ink-3 text-small">
        {spentWords(job.spent)}
        {most !== null && job.spent.callCount > 0 && ` of at most ${most}`}; today, all projects:{' '}
        {spentWords(today)}
      </p>
    </JobPanel>
  )
}
