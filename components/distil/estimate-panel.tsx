'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { Field, TextInput } from '@/components/ui/field.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { Skeleton } from '@/components/ui/states.tsx'
import { FigureLines } from '@/components/ui/table/figure-lines.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
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

/** What a way would take, with its caps, before anybody is asked. */
export function EstimatePanel({ project, way, open, isBusy, onStart, onClose }: EstimatePanelProps) {
  const isOpen = open !== null
  const { data, error, refetch } = useAnswer('estimateDistil', { project, with: way })
  const [caps, setCaps] = useState<TypedCaps>({})
  const isPaid = way === 'openai' || way === 'command'
  const shown = data?.with === way ? data : undefined
  const { title } = WAY_WORDS[way]
  return (
    <section
      aria-label={`What it would take: ${title}`}
      className="border-hairline border-b bg-surface-2 px-6 py-5 max-md:px-4"
    >
      <SectionTitle
        title={`What it would take: ${title.toLowerCase()}`}
        note="nobody is asked for this"
        end={
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        }
      />
      {error && <ReadErrorState error={error} onRetry={refetch} />}
      {!shown && !error && <Skeleton lines={6} label="Reckoning" />}
      {shown && (
        <>
          <FigureLines lines={estimateLines(shown)} />
          {isPaid && (
            <CapFields
              isPriced={shown.priceUsd !== null}
              named={open?.namedCaps ?? {}}
              typed={caps}
              onType={setCaps}
            />
          )}
          <div className="mt-3 flex flex-wrap items-center gap-3">
            <Button
              variant="solid"
              disabled={isBusy || (shown.runs === 0 && !isOpen) || shown.recorded === 0}
              onClick={() => onStart(capsOf(caps))}
            >
              {isOpen ? 'Go on this way' : way === 'handover' ? 'Let the requests wait' : 'Begin'}
            </Button>
            <span className="max-w-[60ch] text-pretty text-ink-3 text-small">
              What it makes stands beside what serves until you go over. It goes on when this page is closed.
            </span>
          </div>
        </>
      )}
    </section>
  )
}

type EstimatePanelProps = {
  project: string
  way: AnswerWay
  /** A job is open: then this way takes it over, with the caps that were named for it. */
  open: { namedCaps: Partial<Caps> } | null
  isBusy: boolean
  onStart: (caps: Partial<Caps>) => void
  onClose: () => void
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
