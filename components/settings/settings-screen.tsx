'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { parseAsString, useQueryState } from 'nuqs'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Screen } from '@/components/frame/screen.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { fetchJson } from '@/components/ui/faults/fetch-json.ts'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { formatBytes, formatTime, plural } from '@/components/ui/format.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import { ErrorState } from '@/components/ui/states.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { EmbedderView, SettingsView } from '@/lib/memory/embedders.ts'
import type { ActionResult } from '@/lib/memory/views/curation.ts'
import { EmbedderTable } from './embedder-table.tsx'
import { EstimatePanel } from './estimate-panel.tsx'
import { JobPanel } from './job-panel.tsx'
import { isOpen, settingsVerdict } from './prepare-settings.ts'

const POLL_MS = 1_000

/** Embedders: which one serves, what another would cost, and the way there. */
export function SettingsScreen(props: SettingsScreenProps) {
  const state = useSettings(props)
  const { children } = props
  const { chosen, data, dataUpdatedAt, error, refetch, setChosen, setLeaving } = state

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
        onRemove={setLeaving}
      />
      <ChosenEstimate {...state} />
      {children}
      <VariableList settings={data} />
      <RemoveVectors {...state} />
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
  const [leaving, setLeaving] = useState<EmbedderView | null>(null)
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
  return {
    act,
    chosen,
    commands,
    data,
    dataUpdatedAt,
    error,
    isBusy,
    leaving,
    refetch,
    setChosen,
    setLeaving,
  }
}

function CurrentJob({ act, commands, data, isBusy }: SettingsState) {
  if (!data.job) return null
  return (
    <JobPanel
      job={data.job}
      settings={data}
      isBusy={isBusy}
      onCancel={(jobId) => act(commands.cancelJob({ jobId }), 'Cancelled; what is embedded stays.')}
      onResume={(jobId) => act(commands.retryJob({ jobId }), 'It goes on where it stopped.')}
    />
  )
}

function ChosenEstimate({ act, chosen, commands, data, isBusy, setChosen }: SettingsState) {
  if (!chosen) return null
  return (
    <EstimatePanel
      key={chosen}
      to={chosen}
      isCurrent={data.embedders.some(({ id, current }) => id === chosen && current)}
      isRemote={data.embedders.some(({ id, remote }) => id === chosen && remote)}
      isBusy={isBusy || isOpen(data.job)}
      onClose={() => void setChosen(null)}
      onStart={async (thenSwitch) => {
        const isOrdered = await act(
          commands.reEmbed({ to: chosen, thenSwitch }),
          'It works in the background; retrieval stays where it is until the end.',
        )
        if (isOrdered) await setChosen(null)
      }}
    />
  )
}

function RemoveVectors({ act, commands, isBusy, leaving, setLeaving }: SettingsState) {
  return (
    <Dialog open={leaving !== null} onClose={() => setLeaving(null)} title="Remove vectors">
      {leaving && (
        <div className="grid gap-3">
          <p className="text-pretty">
            {plural(leaving.entries, 'vector')} of <span className="font-mono">{leaving.id}</span>
            {leaving.bytes === null ? '' : `, ${formatBytes(leaving.bytes)},`} leave the store for good.
            Entries stay as they are; the room in the file is used again. Going back to this embedder would
            mean embedding everything anew.
          </p>
          <div className="flex gap-2">
            <Button
              variant="danger-solid"
              disabled={isBusy}
              onClick={async () => {
                await act(
                  commands.removeVectors({ embedder: leaving.id }),
                  ({ removed }) => `${plural(removed, 'vector')} of ${leaving.id} removed.`,
                )
                setLeaving(null)
              }}
            >
              {`Remove ${plural(leaving.entries, 'vector')}`}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
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
    <section className="px-6 py-5 max-md:px-4">
      <SectionTitle title="A model behind a server" note="set by the environment alone, read at the start" />
      {isBare && (
        <p className="mt-1 max-w-[76ch] text-pretty text-ink-2">
          Nothing is set, and nothing needs to be: Loupe works offline. To use the embedding model of OpenAI
          or of any compatible server (Ollama, vLLM, llama.cpp), set <code>OPENAI_EMBED_MODEL</code> and{' '}
          <code>OPENAI_BASE_URL</code> or <code>OPENAI_API_KEY</code>, then start Loupe again.
        </p>
      )}
      {fault && <ErrorState className="mt-2 !px-4" what={fault.message} next={fault.hint} />}
      <dl className="mt-2 grid max-w-[100ch] grid-cols-[230px_70px_1fr] gap-x-4 max-md:grid-cols-[1fr_auto]">
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
    </section>
  )
}
