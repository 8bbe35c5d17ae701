'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Estimate } from '@/components/jobs/estimate.tsx'
import { ActButton } from '@/components/ui/act-button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Field, TextInput } from '@/components/ui/field.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { Caps } from '@/lib/memory/distil/distil.ts'
import { type AnswerWay, capsInForce } from '@/lib/memory/distil/distil-words.ts'
import { estimateLines, WAY_WORDS } from './prepare-distil.ts'

/** Without a price no cap of money can be held: tokens are capped in its place. */
const capFields = (isPriced: boolean): { name: keyof Caps; label: string }[] => [
  { name: 'jobCalls', label: 'Calls, this job' },
  isPriced
    ? { name: 'jobUsd', label: 'US dollars, this job' }
    : { name: 'jobTokens', label: 'Tokens, this job' },
  { name: 'dayCalls', label: 'Calls, a day' },
  isPriced ? { name: 'dayUsd', label: 'US dollars, a day' } : { name: 'dayTokens', label: 'Tokens, a day' },
]

type DistilEstimateProps = {
  project: string
  way: AnswerWay
  /** A job is open: then this way takes it over, with the caps that were named for it. */
  open: { namedCaps: Partial<Caps> } | null
  onClose: () => void
}

/** What a way would take, with its caps, before anybody is asked. */
export function DistilEstimate({ project, way, open, onClose }: DistilEstimateProps) {
  const { orderDistil } = useCommands()
  const client = useQueryClient()
  const { tell, isBusy } = useTelling()
  const { data, error, refetch } = useAnswer('estimateDistil', { project, with: way })
  const [caps, setCaps] = useState<TypedCaps>({})
  const isPaid = way === 'openai' || way === 'command'
  const start = async () => {
    const { ok } = await tell(orderDistil({ project, with: way, caps: capsOf(caps) }), 'Begun.')
    await client.invalidateQueries()
    if (ok) onClose()
  }
  return (
    <Estimate
      title={`What it would take: ${WAY_WORDS[way].title.toLowerCase()}`}
      note="nobody is asked for this"
      lines={data && estimateLines(data)}
      error={error}
      onRetry={refetch}
      onClose={onClose}
    >
      {isPaid && (
        <CapFields
          isPriced={data?.priceUsd != null}
          named={open?.namedCaps ?? {}}
          typed={caps}
          onType={setCaps}
        />
      )}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <ActButton
          asks="orderDistil"
          variant="solid"
          disabled={isBusy || (data?.runs === 0 && !open) || data?.recorded === 0}
          onClick={() => void start()}
        >
          {open ? 'Go on this way' : way === 'handover' ? 'Let the requests wait' : 'Begin'}
        </ActButton>
        <span className="max-w-[60ch] text-pretty text-ink-3 text-small">
          New lessons are served only once you put them in service.
        </span>
      </div>
    </Estimate>
  )
}

/** As somebody typed them; the others stay as they are. */
type TypedCaps = Partial<Record<keyof Caps, string>>

function CapFields({ isPriced, named, typed, onType }: CapFieldsProps) {
  const usual = capsInForce(named, isPriced)
  return (
    <fieldset className="m-0 mt-3 flex flex-wrap gap-3 p-0">
      <legend className="pb-1 font-medium">Caps; empty is none</legend>
      {capFields(isPriced).map(({ name, label }) => (
        <Field key={name} label={label} className="w-[150px]">
          <TextInput
            inputMode="decimal"
            value={typed[name] ?? String(usual[name] ?? '')}
            onChange={(event) => onType({ ...typed, [name]: event.target.value })}
          />
        </Field>
      ))}
    </fieldset>
  )
}

type CapFieldsProps = {
  isPriced: boolean
  named: Partial<Caps>
  typed: TypedCaps
  onType: (typed: TypedCaps) => void
}

/** Numbers as typed; what is no number is refused by the server, which names it. */
function capsOf(typed: TypedCaps): Partial<Caps> {
  return Object.fromEntries(
    Object.entries(typed).map(([name, text]) => [name, text.trim() === '' ? null : Number(text)]),
  )
}
