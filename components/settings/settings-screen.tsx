'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { parseAsString, useQueryState } from 'nuqs'
import { type ReactNode, useEffect, useRef } from 'react'
import { Screen } from '@/components/frame/screen.tsx'
import { Estimate } from '@/components/jobs/estimate.tsx'
import { Acts, JobPanel } from '@/components/jobs/job-panel.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { type Question, useConfirm } from '@/components/ui/confirm.tsx'
import { fetchJson } from '@/components/ui/faults/fetch-json.ts'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { formatBytes, formatInstant, formatTime, plural } from '@/components/ui/format.ts'
import { ErrorState } from '@/components/ui/states.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { EmbedderView, SettingsView } from '@/lib/memory/embedders.ts'
import type { ActionResult } from '@/lib/memory/views/curation.ts'
import { EmbedderTable } from './embedder-table.tsx'
import { estimateLines, isOpen, progressSentence, settingsVerdict } from './prepare-settings.ts'
import { Setting } from './setting.tsx'

const POLL_MS = 1_000

/** Embedders: which one serves, what another would cost, and the way there. */
export function SettingsScreen(props: SettingsScreenProps) {
  const state = useSettings(props)
  const { children } = props
  const { chosen, data, dataUpdatedAt, error, refetch, remove, setChosen } = state

  return (
    <Screen
      crumbs={[{ label: 'Settings' }]}
      question="Which embedder does retrieval compare with, and what would another one cost?"
      verdict={settingsVerdict(data)}
      basis={
        <>
          <SourceChip source="measured" />
          <span>{plural(data.entryCount, 'stored entry', 'stored entries')} in all projects</span>
          <span className="text-ink-3">vectors of two embedders are never compared</span>
        </>
      }
    >
      {error && (
        <ReadErrorState
          error={error}
          what="The settings could not be read again."
          next={`What stands below is as of ${formatTime(new Date(dataUpdatedAt).toISOString())}.`}
          onRetry={refetch}
        />
      )}
      <CurrentJob {...state} />
      <EmbedderTable
        settings={data}
        chosen={chosen}
        onChoose={(id) => void setChosen(id === chosen ? null : id)}
        onRemove={(embedder) => void remove(embedder)}
      />
      <ChosenEstimate {...state} />
      {children}
      <VariableList settings={data} />
    </Screen>
  )
}

type SettingsScreenProps = { initial: SettingsView; children?: ReactNode }

type SettingsState = ReturnType<typeof useSettings>

function useSettings({ initial }: SettingsScreenProps) {
  const commands = useCommands()
  const client = useQueryClient()
  const { tell, isBusy } = useTelling()
  const [chosen, setChosen] = useQueryState('to', parseAsString)
  const confirm = useConfirm()
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => fetchJson<SettingsView>('/api/v1/embedders', signal),
    initialData: initial,
    staleTime: 0,
    refetchInterval: (query) => (isOpen(query.state.data?.job ?? null) ? POLL_MS : 10_000),
  })
  useShellThatFollows(data.embedders.find(({ current }) => current)?.id)

  const act = async <T,>(asked: Promise<ActionResult<T>>, said: string | ((value: T) => string)) => {
    const result = await tell(asked, said)
    await client.invalidateQueries({ queryKey: ['settings'] })
    return result.ok
  }
  const remove = async (embedder: EmbedderView) => {
    const said = ({ removed }: { removed: number }) =>
      `${plural(removed, 'vector')} of ${embedder.id} removed.`
    if (await confirm(removalQuestion(embedder)))
      await act(commands.removeVectors({ embedder: embedder.id }), said)
  }
  return {
    act,
    chosen,
    commands,
    data,
    dataUpdatedAt,
    error,
    isBusy,
    refetch,
    remove,
    setChosen,
  }
}

function CurrentJob({ act, commands, data, isBusy }: SettingsState) {
  const { job } = data
  if (!job) return null
  const jobId = job.id
  const isStopped = job.state === 'failed' || job.state === 'cancelled'
  return (
    <JobPanel
      title={job.label}
      words={progressSentence(job, data)}
      isFailed={job.state === 'failed'}
      progress={isOpen(job) ? { done: job.doneCount, total: job.totalCount } : null}
      reason={job.items.find((item) => item.state === 'failed')?.reason}
      acts={
        <>
          {job.finishedAt && <span className="text-ink-3 text-small">{formatInstant(job.finishedAt)}</span>}
          <Acts
            isBusy={isBusy}
            acts={[
              isOpen(job) && [
                'Cancel',
                () => act(commands.cancelJob({ jobId }), 'Cancelled; what is embedded stays.'),
              ],
              isStopped && ['Go on', () => act(commands.retryJob({ jobId }), 'It goes on where it stopped.')],
            ]}
          />
        </>
      }
    >
      {isOpen(job) && (
        <p className="mt-1 text-ink-3 text-small">
          It goes on when this page is closed, and after a restart; imports come first.
        </p>
      )}
    </JobPanel>
  )
}

/** What going over would take, before anything is done. Asking costs one vector of one short text. */
function ChosenEstimate({ act, chosen: to, commands, data, setChosen, ...state }: SettingsState) {
  const asked = useAnswer('estimateReEmbed', to ? { to } : null)
  const estimate = asked.isPlaceholderData ? undefined : asked.data
  if (!to) return null
  const embedder = data.embedders.find(({ id }) => id === to)
  const isBusy = state.isBusy || isOpen(data.job)
  const start = async (thenSwitch: boolean) => {
    const said = 'It works in the background; retrieval stays where it is until the end.'
    if (await act(commands.reEmbed({ to, thenSwitch }), said)) await setChosen(null)
  }
  return (
    <Estimate
      title={`What ${to} would cost`}
      lines={estimate && estimateLines(estimate)}
      error={asked.error}
      onRetry={asked.refetch}
      onClose={() => void setChosen(null)}
    >
      <p className="mt-3 max-w-[76ch] text-pretty text-ink-2">
        {embedder?.remote &&
          'The descriptions of these entries are sent to the server that OPENAI_BASE_URL names. '}
        Retrieval serves the vectors it has until every entry has a new one, then goes over once. The old ones
        stay until you remove them.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {!embedder?.current && (
          <Button variant="solid" disabled={isBusy} onClick={() => void start(true)}>
            {estimate?.entries === 0 ? 'Go over to it' : 'Re-embed and go over'}
          </Button>
        )}
        {estimate?.entries !== 0 && (
          <Button disabled={isBusy} onClick={() => void start(false)}>
            Make vectors only
          </Button>
        )}
      </div>
    </Estimate>
  )
}

function removalQuestion({ id, entries, bytes }: EmbedderView): Question {
  const vectors = plural(entries, 'vector')
  return {
    title: 'Remove vectors',
    text: `${vectors} of ${id}${bytes === null ? '' : `, ${formatBytes(bytes)},`} leave the store for good. Entries stay as they are; the room in the file is used again. Going back to this embedder would mean embedding everything anew.`,
    ...{ keep: 'Keep them', act: `Remove ${vectors}` },
  }
}

/** The rail names the embedder: when it changed, the frame is read again. */
function useShellThatFollows(current: string | undefined): void {
  const router = useRouter()
  const known = useRef(current)
  useEffect(() => {
    if (known.current === current) return
    known.current = current
    router.refresh()
  }, [current, router])
}

/** Which variables of the environment are set. Their values never come here. */
function VariableList({ settings: { variables, fault } }: { settings: SettingsView }) {
  const isBare = variables.every(({ name, isSet }) => !isSet || !name.startsWith('OPENAI_'))
  return (
    <Setting
      title="A model behind a server"
      note={
        <>
          Set by the environment alone, read at the start.
          {isBare && (
            <>
              {' '}
              Nothing is set, and nothing needs to be: Loupe works offline. To use the embedding model of
              OpenAI or of any compatible server (Ollama, vLLM, llama.cpp), set{' '}
              <code>OPENAI_EMBED_MODEL</code> and <code>OPENAI_BASE_URL</code> or <code>OPENAI_API_KEY</code>,
              then start Loupe again.
            </>
          )}
        </>
      }
    >
      {fault && <ErrorState className="mt-2 !px-4" what={fault.message} next={fault.hint} />}
      <dl className="grid grid-cols-[230px_70px_1fr] gap-x-4 max-md:grid-cols-[1fr_auto]">
        {variables.map(({ name, isSet, what }) => (
          <div key={name} className="col-span-full grid grid-cols-subgrid border-hairline border-b py-1.5">
            <dt className="font-mono text-small">{name}</dt>
            <dd className={isSet ? 'font-medium text-small' : 'text-ink-3 text-small'}>
              {isSet ? '✓ set' : 'not set'}
            </dd>
            <dd className="text-pretty text-ink-2 text-small max-md:col-span-full">{what}</dd>
          </div>
        ))}
      </dl>
    </Setting>
  )
}
