'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { CopyButton } from '@/components/ui/copy-button.tsx'
import type { Fault } from '@/components/ui/faults/fault-error.ts'
import { FaultLine } from '@/components/ui/faults/fault-line.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { Field, TextArea, TextInput } from '@/components/ui/field.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { Section } from '@/components/ui/section.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import type { RequestView } from '@/lib/memory/distil/distil.ts'

/** Requests that wait: the exact prompt of one at a time, to be copied, and a field for its answer. */
export function WaitingRequests({ project, count }: { project: string; count: number }) {
  const [offset, setOffset] = useState(0)
  const at = Math.min(offset, Math.max(0, count - 1))
  const { data, error, refetch } = useAnswer('waitingRequests', { project, offset: at, limit: 1 })
  const request = data?.rows[0]
  const turn = (by: number) => setOffset(Math.min(Math.max(0, at + by), count - 1))
  return (
    <Section
      id="waiting"
      title="Waiting for an answer"
      note={`${formatCount(at + 1)} of ${formatCount(count)}; also by npm run distil -- --requests DIR, and GET /api/v1/model-requests/next`}
      className="border-hairline border-b"
      end={
        <>
          <Button variant="quiet" disabled={at === 0} onClick={() => turn(-1)}>
            Previous
          </Button>
          <Button variant="quiet" disabled={at >= count - 1} onClick={() => turn(1)}>
            Next
          </Button>
        </>
      }
    >
      {error && <ReadErrorState error={error} onRetry={refetch} />}
      {request && (
        <div className="mt-2 grid grid-cols-2 gap-6 max-lg:grid-cols-1">
          <Prompt request={request} />
          <AnswerForm hash={request.hash} />
        </div>
      )}
    </Section>
  )
}

function Prompt({ request: { prompt, hash, text } }: { request: RequestView }) {
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-baseline gap-x-3 text-ink-2 text-small">
        <span className="font-mono">{prompt}</span>
        <span className="font-mono text-ink-3" title={hash}>
          {hash.slice(0, 12)}
        </span>
        <CopyButton
          className="ml-auto"
          text={() => text}
          label="Copy the prompt"
          done="The prompt is copied"
        />
      </p>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by key
        tabIndex={0}
        aria-label="The prompt, word for word"
        className="mt-2 max-h-[420px] overflow-auto whitespace-pre-wrap rounded-control bg-surface-2 p-3 font-mono text-small [overflow-wrap:anywhere]"
      >
        {text}
      </section>
    </div>
  )
}

/** Takes the answer to one request; what waited for it goes on. */
function useAnswering(hash: string) {
  const commands = useCommands()
  const toast = useToast()
  const client = useQueryClient()
  const [answer, setAnswer] = useState('')
  const [model, setModel] = useState('')
  const [refused, setRefused] = useState<{ hash: string; fault: Fault } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const give = async () => {
    setBusy(true)
    const result = await commands.giveAnswer({ hash, answer, model: model.trim() || null })
    setBusy(false)
    setRefused(result.ok ? null : { hash, fault: result.error })
    if (!result.ok) return
    setAnswer('')
    toast.show({ text: 'Taken. What waited for it goes on.' })
    await client.invalidateQueries()
  }
  const fault = refused?.hash === hash ? refused.fault : null
  return { answer, fault, give, isBusy, model, setAnswer, setModel }
}

function AnswerForm({ hash }: { hash: string }) {
  const { answer, fault, give, isBusy, model, setAnswer, setModel } = useAnswering(hash)
  return (
    <div className="grid content-start gap-3">
      <Field label="The answer" hint="JSON, or the model’s text that holds it">
        <TextArea
          className="min-h-[220px] font-mono"
          value={answer}
          aria-invalid={fault !== null}
          onChange={(event) => setAnswer(event.target.value)}
        />
      </Field>
      <Field label="Who answered" hint="recorded with it; may stay empty">
        <TextInput value={model} onChange={(event) => setModel(event.target.value)} />
      </Field>
      {fault && <FaultLine fault={fault} />}
      <Button
        variant="solid"
        className="justify-self-start"
        disabled={isBusy || answer.trim() === ''}
        onClick={() => void give()}
      >
        Give this answer
      </Button>
    </div>
  )
}
