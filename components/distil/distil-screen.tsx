'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { ServedBy } from '@/components/marks/served-by.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { Section } from '@/components/ui/section.tsx'
import { answered } from '@/components/ui/use-answer.ts'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { DistilStatus, PromptView } from '@/lib/memory/distil/distil.ts'
import { ANSWER_WAYS } from '@/lib/memory/distil/distil-words.ts'
import type { Source } from '@/lib/memory/source.ts'
import type { ActionResult } from '@/lib/memory/views/curation.ts'
import { DistilJob } from './distil-job.tsx'
import { EstimatePanel } from './estimate-panel.tsx'
import { distilVerdict, isAtWork, isOpenJob } from './prepare-distil.ts'
import { RecordingField } from './recording-field.tsx'
import { WaitingRequests } from './waiting-requests.tsx'
import { WaysRow } from './ways-row.tsx'

const POLL_MS = 1_000

/** What a model would make of a project's runs, and what it costs. */
export function DistilScreen(props: DistilScreenProps) {
  const state = useDistil(props)
  const { act, client, commands, isBusy, job, project, prompts, setUrl, status, url, waitingCount } = state

  return (
    <Screen
      crumbs={[{ label: 'Import', path: '/import' }, { label: 'Lessons' }]}
      question="What would a model write, and what does it cost?"
      verdict={distilVerdict(status)}
      basis={<DistilBasis {...state} />}
    >
      {job && (
        <DistilJob
          job={job}
          today={status.today}
          isBusy={isBusy}
          onAct={(what) =>
            void act<null>(
              what === 'retry'
                ? commands.retryJob({ jobId: job.id })
                : commands.actOnDistil({ jobId: job.id, act: what }),
              {
                pause: 'Paused after what is under way.',
                resume: 'It goes on.',
                retry: 'They are tried again.',
                cancel: 'Cancelled; what is done stays.',
              }[what],
            )
          }
        />
      )}
      <WaysRow
        ways={status.ways}
        chosen={url.way}
        onChoose={(way) => void setUrl({ way: url.way === way ? null : way })}
      />
      <RecordingField project={project} onGiven={() => void client.invalidateQueries()} />
      {url.way && (
        <EstimatePanel
          key={url.way}
          project={project}
          way={url.way}
          open={isOpenJob(job) ? job : null}
          isBusy={isBusy}
          onStart={(caps) => {
            const way = url.way
            if (way)
              void act(commands.orderDistil({ project, with: way, caps }), 'Begun.').then((isDone) => {
                if (isDone) void setUrl({ way: null })
              })
          }}
          onClose={() => void setUrl({ way: null })}
        />
      )}
      {waitingCount > 0 && <WaitingRequests project={project} count={waitingCount} />}
      <PromptList prompts={prompts} />
    </Screen>
  )
}

type DistilScreenProps = {
  initial: DistilStatus
  source: Source
  prompts: PromptView[]
}

type DistilState = ReturnType<typeof useDistil>

function useDistil({ initial, source, prompts }: DistilScreenProps) {
  const { project } = initial
  const commands = useCommands()
  const client = useQueryClient()
  const { tell, isBusy } = useTelling()
  const href = useProjectHref()
  const [url, setUrl] = useQueryStates({ way: parseAsStringLiteral(ANSWER_WAYS) }, { history: 'replace' })
  const { run, isPending } = useEntryChanges()
  const { data: status } = useQuery({
    queryKey: ['distil-status', project],
    queryFn: () => answered(commands.distilStatus({ project })),
    initialData: initial,
    staleTime: 0,
    refetchInterval: (query) => (isAtWork(query.state.data?.job ?? null) ? POLL_MS : 15_000),
  })
  const { counts, extractor, job, waitingCount } = status

  const act = async <T,>(asked: Promise<ActionResult<T>>, said: string) => {
    const result = await tell(asked, said)
    await client.invalidateQueries()
    return result.ok
  }
  const serve = () =>
    void run(() => commands.serveExtractor({ project, extractor }), {
      receipt: (one) => one,
      text: (one) => `${extractor} in service: ${plural(one.entryCount, 'entry', 'entries')} changed.`,
    })
  return {
    act,
    client,
    commands,
    counts,
    extractor,
    href,
    isBusy,
    isPending,
    job,
    project,
    prompts,
    serve,
    setUrl,
    source,
    status,
    url,
    waitingCount,
  }
}

function DistilBasis(state: DistilState) {
  const { counts, extractor, href, isPending, serve, source, status } = state
  return (
    <>
      <SourceChip source={source} />
      <span>n {formatCount(counts.subtasks)} subtasks</span>
      <ServedBy status={status} />
      {counts.beside > 0 && (
        <Button disabled={isPending} onClick={serve}>
          Put {extractor} in service
        </Button>
      )}
      {counts.entries > 0 && (
        <Link href={href('/memories', { extractor })} className="link text-ink-3">
          the lessons it wrote
        </Link>
      )}
    </>
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
