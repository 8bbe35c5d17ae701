'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Link } from '@/components/ui/link.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import { answered } from '@/components/ui/use-answer.ts'
import type { QuestionStanding } from '@/lib/memory/question-reading.ts'
import { usePlaygroundState } from '../playground-state.tsx'
import { nameOf, offerWords, readingWords } from './prepare-planned-by.ts'

/** How often it is looked whether an answer has come, ms. */
const POLL_MS = 3_000

/** Who reads the question, rules or a model, and for a model how that stands. A model is asked when somebody presses, not before. */
export function PlannedBy() {
  const { change, current, url } = usePlaygroundState()
  return (
    <div className="mt-1 grid gap-1.5">
      <Segmented
        label="Who reads the question"
        value={url.plan ?? 'rules'}
        options={[
          { value: 'rules', label: 'rules' },
          { value: 'model', label: 'model' },
        ]}
        onChange={(by) => change({ plan: by === 'model' ? 'model' : null, category: null, intent: null })}
        className="justify-self-start"
      />
      {url.plan === 'model' && current && <ModelReading project={current.name} />}
    </div>
  )
}

function ModelReading({ project }: { project: string }) {
  const { data, url } = usePlaygroundState()
  const { standing, ask, isBusy, note } = useModelReading(
    { project, text: url.text.trim(), mode: url.mode },
    data?.read.plannedBy?.by === 'model',
  )
  if (!standing) return null
  if (standing.state === 'read' && standing.by)
    return (
      <p className="text-ink-2 text-small [overflow-wrap:anywhere]">
        {standing.by.provider === 'recorded' && <SourceChip source="recorded" />} by {nameOf(standing.by)},{' '}
        {readingWords(standing.by, standing.took)}
      </p>
    )
  return (
    <div className="grid gap-1.5 text-ink-2 text-small" aria-live="polite">
      <p>The rules’ reading stands meanwhile. {note ?? standing.way.fault}</p>
      <Ask standing={standing} ask={ask} isBusy={isBusy} />
    </div>
  )
}

function Ask({
  standing,
  ask,
  isBusy,
}: {
  standing: QuestionStanding
  ask: (way?: 'handover') => void
  isBusy: boolean
}) {
  const { href } = usePlaygroundState()
  const { state, way } = standing
  const distil = (words: string) => (
    <Link href={href('/import', { view: 'lessons' })} className="link">
      {words}
    </Link>
  )
  if (state === 'waits')
    return (
      <p>
        It waits for an answer by hand-over:{' '}
        <Link href={href('/memories/review/request')} className="link">
          answer it
        </Link>
        .
      </p>
    )
  if (way.what !== null && way.fault === null)
    return (
      <>
        <p>{offerWords(standing)}</p>
        <Button className="justify-self-start" disabled={isBusy} onClick={() => ask()}>
          {isBusy ? `Asking ${way.what} …` : `Ask ${way.what}${state === 'refused' ? ' again' : ''}`}
        </Button>
      </>
    )
  return (
    <>
      <p>No model is set up here: {distil('ways to get one')}, or leave the question for whoever has one.</p>
      <Button className="justify-self-start" disabled={isBusy} onClick={() => ask('handover')}>
        Hand it over
      </Button>
    </>
  )
}

type Asked = { project: string; text: string; mode: 'task' | 'subtask' }

/** How the question stands with models, looked at again while an answer is awaited. */
function useModelReading(question: Asked, isShown: boolean) {
  const commands = useCommands()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [note, setNote] = useState<{ of: string; words: string | null; isLate: boolean } | null>(null)
  const said = note?.of === question.text ? note : null
  const { data: standing } = useQuery({
    queryKey: ['questionStanding', question],
    queryFn: () => answered(commands.questionStanding(question)),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'waits' || (said?.isLate && data?.state !== 'read') ? POLL_MS : false,
  })
  const hasCome = standing?.state === 'read' && !isShown
  useEffect(() => {
    if (hasCome) void client.invalidateQueries({ queryKey: ['explore'] })
  }, [hasCome, client])

  const ask = async (way?: 'handover') => {
    setBusy(true)
    const result = await commands.readQuestion({ ...question, ...(way ? { with: way } : {}) })
    setBusy(false)
    const fault = result.ok ? result.value.note : `${result.error.message} ${result.error.hint}`
    setNote({ of: question.text, words: fault, isLate: result.ok && result.value.state === 'late' })
    await client.invalidateQueries({ queryKey: ['questionStanding'] })
  }
  return { standing, ask: (way?: 'handover') => void ask(way), isBusy, note: said?.words ?? null }
}
